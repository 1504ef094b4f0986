//! Finds the files of a program's sources, so that a report can name them as the user's build does.

use std::path::{Path, PathBuf};

/// Where sources lie in the projects of the usual build tools, beside the folder that one stands in.
const ROOTS: [&str; 5] = [".", "src/main/java", "src/test/java", "src", "test"];

/// The path of a file that is known by its package, such as `com/acme/Foo.java`: beside the program's own file, or below
/// the usual folders. A path that leads somewhere as it is stays so.
pub fn find(program: &str, name: &str) -> Option<String> {
    if Path::new(name).is_file() {
        return Some(name.to_owned());
    }
    let folder = Path::new(program).parent().filter(|_| Path::new(program).is_file());
    let bare = Path::new(name).file_name()?;
    let beside = folder.map(|folder| folder.join(bare));
    // A file in a package may lie among the folders of that, too.
    let roots = ROOTS.iter().map(|root| Path::new(root).join(name));
    let found = beside.into_iter().chain(roots).find(|path: &PathBuf| path.is_file())?;
    Some(found.strip_prefix(".").unwrap_or(&found).to_str()?.to_owned())
}
