//! Lists of components in the order of their numbers: what two of them have apart, and what comes of exchanging some.

use super::Components;
use crate::terms::TermId;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// What is only in the first of two ordered lists, and what is only in the second.
pub(super) fn difference(first: &[TermId], second: &[TermId]) -> (Components, Components) {
    let (mut left, mut right) = (Components::new(), Components::new());
    let (mut i, mut j) = (0, 0);
    while i < first.len() && j < second.len() {
        match first[i].cmp(&second[j]) {
            Ordering::Equal => {
                i += 1;
                j += 1;
            }
            Ordering::Less => {
                left.push(first[i]);
                i += 1;
            }
            Ordering::Greater => {
                right.push(second[j]);
                j += 1;
            }
        }
    }
    left.extend_from_slice(&first[i..]);
    right.extend_from_slice(&second[j..]);
    (left, right)
}

/// An ordered list without some of its components and with others, neither in any order.
pub(super) fn exchange(list: &[TermId], taken: &[TermId], added: &[TermId]) -> Components {
    let mut taken: Components = SmallVec::from_slice(taken);
    taken.sort_unstable();
    let mut added: Components = SmallVec::from_slice(added);
    added.sort_unstable();
    let mut result = Components::new();
    let (mut taken, mut added) = (taken.iter().peekable(), added.iter().peekable());
    for component in list {
        if taken.next_if_eq(&component).is_some() {
            continue;
        }
        while let Some(&earlier) = added.next_if(|earlier| *earlier < component) {
            result.push(earlier);
        }
        result.push(*component);
    }
    result.extend(added.copied());
    result
}

/// Whether exchanging `taken` for `added` makes just `gone` go and `come` come: `added` and `gone` together are
/// `taken` and `come` together.
pub(super) fn is_exchange(added: &[TermId], taken: &[TermId], gone: &[TermId], come: &[TermId]) -> bool {
    if added.len() + gone.len() != taken.len() + come.len() {
        return false;
    }
    if taken.len() + come.len() > 64 {
        let both = |first: &[TermId], second: &[TermId]| {
            let mut all = [first, second].concat();
            all.sort_unstable();
            all
        };
        return both(added, gone) == both(taken, come);
    }
    let mut used = 0u64;
    added.iter().chain(gone).all(|component| {
        let mut others = taken.iter().chain(come).enumerate();
        let place = others.find(|(place, other)| *other == component && used & 1 << place == 0);
        place.inspect(|(place, _)| used |= 1 << place).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[u32]) -> Vec<TermId> {
        numbers.iter().map(|&number| TermId(number)).collect()
    }

    #[test]
    fn exchanges_are_differences() {
        let list = ids(&[1, 2, 2, 5, 9]);
        let result = exchange(&list, &ids(&[5, 2]), &ids(&[7, 2, 1]));
        assert_eq!(result.to_vec(), ids(&[1, 1, 2, 2, 7, 9]));
        let (gone, come) = difference(&list, &result);
        assert_eq!((gone.to_vec(), come.to_vec()), (ids(&[5]), ids(&[1, 7])));
        assert!(is_exchange(&ids(&[7, 2, 1]), &ids(&[5, 2]), &gone, &come));
        assert!(!is_exchange(&ids(&[7, 2, 2]), &ids(&[5, 2]), &gone, &come));
        assert!(!is_exchange(&ids(&[7, 1]), &ids(&[5, 2]), &gone, &come));
        let many = vec![TermId(3); 70];
        assert!(is_exchange(&many, &many, &[], &[]) && !is_exchange(&many, &many[1..], &[], &ids(&[4])));
    }
}
