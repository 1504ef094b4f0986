//! `check --all-products`: every product of an ABS program's product line, and a table of what came of each.

use raddle_report::report::{Answer, Report};
use raddle_report::{json, text};

use crate::arguments::{Format, Screen};
use crate::command::check::{FROM_BEST_TO_WORST, check_program, view};
use crate::command::request::CheckRequest;
use crate::mistake::{EXIT_CODE, Mistake};
use crate::program::abs;
use crate::terminal;

/// Checks each product, and gives the exit code of the worst.
pub fn check(mut request: CheckRequest, screen: &Screen) -> Result<u8, Mistake> {
    let products = abs::products(&request.name, &request.abs)?;
    // One line of the table says what a check without its story says.
    let quiet = Screen { quiet: true, ..screen.clone() };
    let mut rows: Vec<(String, Report)> = Vec::new();
    let mut worst = 0;
    for product in products {
        request.abs.product = Some(product.clone());
        let (report, code) = match check_program(&mut request, &quiet) {
            Ok(checked) => (checked.report, checked.code),
            Err(mistake) => {
                mistake.tell();
                (mistake.report(&request.name, &request.strategy), EXIT_CODE)
            }
        };
        let badness = |code: u8| FROM_BEST_TO_WORST.iter().position(|known| *known == code);
        if badness(code) > badness(worst) {
            worst = code;
        }
        rows.push((product, report));
    }
    terminal::print(&match request.format {
        Format::Text => {
            let view = view(&request, &quiet);
            table(
                &rows
                    .iter()
                    .map(|(product, report)| (product, text::render(report, &view)))
                    .collect::<Vec<_>>(),
            )
        }
        Format::Json => {
            json::line(&serde_json::json!({ "products": rows.iter().map(row).collect::<Vec<_>>() }))
        }
    });
    Ok(worst)
}

fn table(rows: &[(&String, String)]) -> String {
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

fn row((product, report): &(String, Report)) -> serde_json::Value {
    match report.verdict {
        Answer::Error => {
            let reasons = report.reasons.join("; ");
            serde_json::json!({ "product": product, "result": { "error": reasons } })
        }
        _ => serde_json::json!({ "product": product, "result": report }),
    }
}
