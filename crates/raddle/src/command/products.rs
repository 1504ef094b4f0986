//! `check --all-products`: every product of an ABS program's product line, and a table of what came of each.

use std::cell::RefCell;

use crate::arguments::{Format, Screen};
use crate::command::check::{FROM_BEST_TO_WORST, check_program};
use crate::command::request::CheckRequest;
use crate::mistake::{EXIT_CODE, Mistake};
use crate::program::abs;
use crate::terminal;

/// Checks each product, and gives the exit code of the worst.
pub fn check(mut request: CheckRequest, screen: &Screen) -> Result<u8, Mistake> {
    let products = abs::products(&request.name, &request.abs)?;
    // One line of the table says what a check without its story says.
    let quiet = Screen { quiet: true, ..screen.clone() };
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut worst = 0;
    for product in products {
        request.abs.product = Some(product.clone());
        let answer = RefCell::new(String::new());
        let code = match check_program(&mut request, &quiet, &|text| answer.borrow_mut().push_str(text)) {
            Ok(code) => code,
            Err(mistake) => {
                mistake.tell();
                *answer.borrow_mut() = match request.format {
                    Format::Text => format!("error: {}", mistake.line()),
                    Format::Json => serde_json::json!({ "error": mistake.line() }).to_string(),
                };
                EXIT_CODE
            }
        };
        let badness = |code: u8| FROM_BEST_TO_WORST.iter().position(|known| *known == code);
        if badness(code) > badness(worst) {
            worst = code;
        }
        rows.push((product, answer.into_inner()));
    }
    terminal::print(&match request.format {
        Format::Text => table(&rows),
        Format::Json => json(&rows),
    });
    Ok(worst)
}

fn table(rows: &[(String, String)]) -> String {
    let width =
        rows.iter().map(|(product, _)| product.chars().count()).max().unwrap_or(0).max("product".len());
    let mut text = format!("{:width$}  answer\n", "product");
    for (product, answer) in rows {
        text.push_str(&format!(
            "{product:width$}  {}\n",
            answer.split_whitespace().collect::<Vec<_>>().join(" ")
        ));
    }
    text
}

fn json(rows: &[(String, String)]) -> String {
    let rows: Vec<serde_json::Value> = rows
        .iter()
        .map(|(product, answer)| {
            let answer: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
            serde_json::json!({ "product": product, "result": answer })
        })
        .collect();
    format!("{}\n", serde_json::json!({ "products": rows }))
}
