//! `check --all-products`: every product of an ABS program's product line, and a table of what came of each.

use raddle_report::form::Form;
use raddle_report::report::{Answer, Report};
use raddle_report::text::View;
use raddle_report::{json, text};

use crate::arguments::Screen;
use crate::command::check::{FROM_BEST_TO_WORST, check_program};
use crate::command::request::CheckRequest;
use crate::mistake::{EXIT_CODE, Mistake};
use crate::program::abs;
use crate::terminal;

/// Checks each product, and gives the exit code of the worst.
pub fn check(mut request: CheckRequest, screen: &Screen) -> Result<u8, Mistake> {
    let products = abs::products(&request.name, &request.options.abs)?;
    // One line of the table says what a check without its story says.
    let quiet = Screen { quiet: true, ..screen.clone() };
    let mut rows: Vec<(String, Report)> = Vec::new();
    let mut worst = 0;
    for product in products {
        request.options.abs.product = Some(product.clone());
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
        if request.outputs.form == Form::Text || request.outputs.form == Form::Json {
            request.outputs.keep(report.clone());
        } else {
            request
                .outputs
                .add(Report { program: format!("{} ({product})", report.program), ..report.clone() }, "");
        }
        rows.push((product, report));
    }
    let view = View { quiet: true, ..request.outputs.view };
    match request.outputs.form {
        Form::Text => terminal::print(&table(&rows, &view)),
        Form::Json => {
            let rows: Vec<serde_json::Value> = rows.iter().map(row).collect();
            terminal::print(&json::line(&serde_json::json!({ "products": rows })));
        }
        // They are documents, or were told as they came.
        _ => {}
    }
    Ok(worst)
}

fn table(rows: &[(String, Report)], view: &View) -> String {
    let width =
        rows.iter().map(|(product, _)| product.chars().count()).max().unwrap_or(0).max("product".len());
    let mut text = format!("{:width$}  answer\n", "product");
    for (product, report) in rows {
        let answer = text::render(report, view);
        let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&format!("{product:width$}  {answer}\n"));
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
