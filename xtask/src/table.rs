//! Tables in plain text.

/// Rows of equally many cells; the first row is the heading. Numbers stand at the right.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Prints it to the standard output.
    pub fn print(&self) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
            })
            .map(Option::unwrap_or_default)
            .collect();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (cell, &width) in row.iter().zip(&widths) {
                let figure =
                    cell.starts_with(|first: char| first.is_ascii_digit() || first == '>' || first == '-');
                let padding = " ".repeat(width - cell.chars().count());
                let text = if figure { format!("{padding}{cell}") } else { format!("{cell}{padding}") };
                line.push_str(&text);
                line.push_str("  ");
            }
            println!("{}", line.trim_end());
            if number == 0 {
                println!("{}", "-".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1)));
            }
        }
    }
}
