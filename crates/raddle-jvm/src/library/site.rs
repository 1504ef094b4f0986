//! Places in code that mean the same in every process: a class, a method of it, and the offset of an instruction in the class
//! file. Static facts, breakpoints and saved reports are keyed by them, never by numbers of methods or instructions.
//!
//! Quickening replaces instructions by others of the same meaning, one for one: an instruction keeps its offset, so a site
//! names the instruction as the class file has it, whatever has become of it in a run.
//!
//! Code that no class file holds (that of lambdas, and what the machine makes to call) has no sites: what it is called
//! depends on who came first.

use super::{Library, LoaderId, MethodId};
use std::fmt;
use std::str::FromStr;

/// An instruction of a class file. In words `com/acme/Account.deposit(I)V@12`, which can be read back.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    /// The class, as class files name it.
    pub class: Box<str>,
    /// The method.
    pub method: Box<str>,
    /// Its descriptor.
    pub descriptor: Box<str>,
    /// Where in its bytecode the instruction begins.
    pub offset: u16,
}

impl fmt::Display for Site {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Site { class, method, descriptor, offset } = self;
        write!(formatter, "{class}.{method}{descriptor}@{offset}")
    }
}

/// Words that name no site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSite;

impl FromStr for Site {
    type Err = NoSite;

    fn from_str(words: &str) -> Result<Site, NoSite> {
        let (member, offset) = words.rsplit_once('@').ok_or(NoSite)?;
        let (name, _) = member.split_once('(').ok_or(NoSite)?;
        let (class, method) = name.rsplit_once('.').ok_or(NoSite)?;
        if class.is_empty() || method.is_empty() {
            return Err(NoSite);
        }
        Ok(Site {
            class: class.into(),
            method: method.into(),
            descriptor: member[name.len()..].into(),
            offset: offset.parse().map_err(|_| NoSite)?,
        })
    }
}

impl Library {
    /// The site of an instruction of a method whose code was looked at; `None` where no class file holds it.
    pub fn site_of(&self, method: MethodId, instruction: u32) -> Option<Site> {
        let declared = self.method(method);
        if self.class(declared.class).hidden {
            return None;
        }
        let offset = *declared.code.get()?.offsets.get(instruction as usize)?;
        Some(Site {
            class: self.class_name(declared.class).into(),
            method: self.text(declared.name).into(),
            descriptor: self.text(declared.descriptor).into(),
            offset,
        })
    }

    /// The method and the instruction of a site, where its class was loaded and its code was looked at.
    pub fn at(&self, loader: LoaderId, site: &Site) -> Option<(MethodId, u32)> {
        let class = self.class(self.loaded(loader, &site.class)?);
        let is_meant = |method: &&MethodId| {
            let declared = self.method(**method);
            self.text(declared.name) == &*site.method && self.text(declared.descriptor) == &*site.descriptor
        };
        let method = *class.methods.iter().find(is_meant)?;
        let instruction = self.method(method).code.get()?.offsets.binary_search(&site.offset).ok()?;
        Some((method, instruction as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for words in
            ["com/acme/Account.deposit(I)V@12", "A.<init>()V@0", "A$1.run([Ljava/lang/String;)J@65535"]
        {
            assert_eq!(words.parse::<Site>().map(|site| site.to_string()).as_deref(), Ok(words));
        }
        for words in ["", "A", "A.run@3", "A.run()V", "A.run()V@", "A.run()V@65536", ".run()V@1", "A.()V@1"] {
            assert_eq!(words.parse::<Site>(), Err(NoSite), "{words}");
        }
    }
}
