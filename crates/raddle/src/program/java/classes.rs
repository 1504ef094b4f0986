//! What a user may have meant where a class, a folder or a file was named that is no program by itself.

use std::path::{Path, PathBuf};

use raddle_jvm::classes::class_file::ClassFile;

use crate::mistake::Mistake;

/// So many files of a class path are looked at to find a class that is meant.
const MOST_LOOKED_AT: usize = 5_000;

/// The class of a class file, and the folder to put on the class path for it.
fn class_of_file(file: &Path) -> Option<(String, PathBuf)> {
    let parsed = ClassFile::parse(std::fs::read(file).ok()?.into()).ok()?;
    let name = parsed.class_name(parsed.this_class).ok()?.into_owned();
    let above = file.ancestors().nth(name.split('/').count())?;
    let root = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    Some((name.replace('/', "."), root.to_owned()))
}

/// A class file is no program by itself: says how to name its class.
pub fn instead_of_class_file(file: &str) -> Mistake {
    let (class, folder) =
        class_of_file(Path::new(file)).unwrap_or_else(|| ("com.acme.Main".to_owned(), "classes".into()));
    Mistake::new(format!(
        "'{file}': name the class, with its folder on the class path: -cp {} {class}",
        folder.display()
    ))
}

/// A folder is no program by itself: says how to name one in it.
pub fn instead_of_folder(folder: &str) -> Mistake {
    let classes = classes_in(&[folder.into()], "class");
    if let (true, Some(source)) = (classes.is_empty(), preferred(&classes_in(&[folder.into()], "java"))) {
        let file = Path::new(folder).join(source.replace('.', "/"));
        return Mistake::new(format!(
            "'{folder}' is a folder: name a file in it, such as {}.java",
            file.display()
        ));
    }
    let example = preferred(&classes).unwrap_or("com.acme.Main");
    Mistake::new(format!(
        "'{folder}' is a folder: name a class, with the folder on the class path: -cp {folder} {example}"
    ))
}

/// The one that is most likely a program's first class.
fn preferred(classes: &[String]) -> Option<&str> {
    let main = classes.iter().find(|class| simple(class) == "Main");
    main.or(classes.first()).map(String::as_str)
}

/// A class that may be meant by a name that no class has: one with the same simple name, or nearly the same name.
pub fn meant(name: &str, class_path: &[PathBuf]) -> Option<String> {
    let classes = classes_in(class_path, "class");
    let same = |class: &&String| simple(class).eq_ignore_ascii_case(simple(name));
    let near = |class: &&String| Mistake::is_near(class, name);
    classes.iter().find(same).or_else(|| classes.iter().find(near)).cloned()
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '/']).next().unwrap_or(class)
}

/// The classes whose files have this extension in the folders of a class path, by their names; those in jars are not
/// looked at.
fn classes_in(class_path: &[PathBuf], extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut looked_at = 0;
    for root in class_path {
        let mut open = vec![root.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                looked_at += 1;
                if looked_at > MOST_LOOKED_AT {
                    return found;
                }
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|found| found == extension)
                    && let Ok(name) = path.with_extension("").strip_prefix(root)
                {
                    let parts: Vec<String> =
                        name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                    found.push(parts.join("."));
                }
            }
        }
    }
    found.sort();
    found
}
