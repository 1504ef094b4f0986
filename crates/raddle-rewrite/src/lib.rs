//! Maude's language: parse, match modulo axioms, rewrite, search.
