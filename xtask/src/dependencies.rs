//! `cargo xtask dependencies`: every dependency's licence is permissive, and our crates depend on each other in one
//! direction only.

use serde_json::Value;

use crate::stage::cargo;

/// Licences that ask for no more than their own text.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Our crates in layers. A crate may depend on those of earlier layers only; the kernel depends on none of ours.
const LAYERS: &[&[&str]] = &[
    &["raddle-explore"],
    &["raddle-threads"],
    &["raddle-petri", "raddle-symbolic", "raddle-rewrite"],
    &["raddle-abs", "raddle-jvm"],
    &["raddle-report", "raddle-fleet", "raddle-conform"],
    &["raddle"],
    &["xtask"],
];

/// Prints what is wrong, and says whether nothing is.
pub fn run() -> bool {
    let output = cargo(&["metadata", "--locked", "--format-version", "1"]).output();
    let metadata = match output {
        Ok(output) if output.status.success() => serde_json::from_slice::<Value>(&output.stdout),
        Ok(output) => {
            eprintln!("error: cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
            return false;
        }
        Err(error) => {
            eprintln!("error: cargo metadata: {error}");
            return false;
        }
    };
    let Ok(metadata) = metadata else {
        eprintln!("error: cargo metadata did not answer with JSON");
        return false;
    };
    let mut wrong = bad_licences(&metadata);
    wrong.extend(bad_directions(&metadata));
    for line in &wrong {
        eprintln!("error: {line}");
    }
    wrong.is_empty()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap_or_default()
}

fn bad_licences(metadata: &Value) -> Vec<String> {
    packages(metadata)
        .filter(|package| !package["source"].is_null())
        .filter_map(|package| {
            let licence = package["license"].as_str().unwrap_or("none");
            (!is_permissive(licence))
                .then(|| format!("{}: licence {licence} is not permissive", name(package)))
        })
        .collect()
}

/// Whether an SPDX expression can be met with permissive licences alone.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut position = 0;
    let permissive = any_of(&words, &mut position);
    permissive && position == words.len()
}

fn any_of(words: &[&str], position: &mut usize) -> bool {
    let mut permissive = all_of(words, position);
    while words.get(*position) == Some(&"OR") {
        *position += 1;
        permissive |= all_of(words, position);
    }
    permissive
}

fn all_of(words: &[&str], position: &mut usize) -> bool {
    let mut permissive = one_of(words, position);
    while words.get(*position) == Some(&"AND") {
        *position += 1;
        permissive &= one_of(words, position);
    }
    permissive
}

fn one_of(words: &[&str], position: &mut usize) -> bool {
    let Some(&word) = words.get(*position) else { return false };
    *position += 1;
    if word == "(" {
        let permissive = any_of(words, position);
        *position += 1;
        return permissive;
    }
    // An exception only ever allows more.
    if words.get(*position) == Some(&"WITH") {
        *position += 2;
    }
    PERMISSIVE.contains(&word)
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn bad_directions(metadata: &Value) -> Vec<String> {
    let ours: Vec<&Value> = packages(metadata).filter(|package| package["source"].is_null()).collect();
    let names: Vec<&str> = ours.iter().map(|package| name(package)).collect();
    let mut wrong = Vec::new();
    for package in &ours {
        let from = name(package);
        let Some(from_layer) = layer(from) else {
            wrong.push(format!("{from} has no layer: give it one in xtask/src/dependencies.rs"));
            continue;
        };
        // What a crate is tested with may stand on it.
        let all = package["dependencies"].as_array().into_iter().flatten();
        for dependency in
            all.filter(|dependency| dependency["kind"] != "dev" || layer(name(dependency)) != Some(1))
        {
            let to = name(dependency);
            if names.contains(&to) && layer(to).is_some_and(|to_layer| to_layer >= from_layer) {
                wrong.push(format!("{from} depends on {to}, which is not in an earlier layer"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{bad_directions, bad_licences, is_permissive, run};

    #[test]
    fn our_dependencies_are_in_order() {
        assert!(run());
    }

    #[test]
    fn expressions_are_understood() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
            "GPL-2.0 OR (MIT AND BSD-3-Clause)",
        ] {
            assert!(is_permissive(good), "{good}");
        }
        for bad in ["GPL-3.0", "MIT AND GPL-3.0", "none", "", "(MIT OR Apache-2.0) AND MPL-2.0", "MIT MIT"] {
            assert!(!is_permissive(bad), "{bad}");
        }
    }

    #[test]
    fn a_kernel_that_knows_a_language_is_noticed() {
        let metadata = json!({"packages": [
            {"name": "raddle-explore", "source": null, "dependencies": [
                {"name": "raddle-abs", "kind": "dev"},
                {"name": "raddle-threads", "kind": "dev"},
                {"name": "raddle-threads", "kind": null},
            ]},
            {"name": "raddle-threads", "source": null, "dependencies": [{"name": "raddle-explore"}]},
            {"name": "raddle-abs", "source": null, "dependencies": [{"name": "raddle-explore"}]},
            {"name": "raddle-news", "source": null, "dependencies": []},
        ]});
        let wrong = bad_directions(&metadata);
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        assert!(wrong[0].starts_with("raddle-explore depends on raddle-abs"));
        assert!(wrong[1].starts_with("raddle-explore depends on raddle-threads"));
        assert!(wrong[2].starts_with("raddle-news has no layer"));
    }

    #[test]
    fn a_missing_licence_is_noticed() {
        let metadata = json!({"packages": [{"name": "strange", "source": "registry", "license": null}]});
        assert_eq!(bad_licences(&metadata).len(), 1);
    }
}
