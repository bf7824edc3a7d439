(** What the proofs assume, which must be nothing; and the checkers as OCaml.

    Whole numbers become OCaml's machine integers, of 63 bits. No number that a checker makes comes near their
    end: fields of positions are below 2^16, numbers in lists below 2^32, a claim is at most 2^31, a solution
    has at most 2^20 moves of cost 0 or 1, and the shell (main.ml) refuses everything above. *)

From Coq Require Import ZArith List Extraction ExtrOcamlBasic.
From Clew Require Import Potential Store Checker Pebbles Coroutine Blocks Ricochet.

Print Assumptions lower_bound.
Print Assumptions default_and_list.
Print Assumptions two_ended.
Print Assumptions closed_without_goals.
Print Assumptions image_below.
Print Assumptions image_unsolvable.
Print Assumptions Pebbles.checked_is_true.
Print Assumptions Coroutine.checked_is_true.
Print Assumptions Blocks.checked_is_true.
Print Assumptions Ricochet.checked_is_true.

Extract Inductive nat => int [ "0" "succ" ]
  "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inductive positive => int [ "(fun n -> 2 * n + 1)" "(fun n -> 2 * n)" "1" ]
  "(fun odd even one n -> if n <= 1 then one () else if n land 1 = 1 then odd (n / 2) else even (n / 2))".
Extract Inductive Z => int [ "0" "" "(~-)" ]
  "(fun zero above below n -> if n = 0 then zero () else if n > 0 then above n else below (- n))".
Extract Inlined Constant Z.add => "(+)".
Extract Inlined Constant Z.sub => "(-)".
Extract Inlined Constant Z.mul => "( * )".
Extract Inlined Constant Z.eqb => "Int.equal".
Extract Inlined Constant Z.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Z.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Z.of_nat => "(fun (n : int) -> n)".
Extract Inlined Constant Z.to_nat => "Int.max 0".
(* OCaml rounds towards 0, Rocq down. *)
Extract Constant Z.div =>
  "fun (a : int) b ->
    if b = 0 then 0 else if a mod b <> 0 && (a < 0) <> (b < 0) then (a / b) - 1 else a / b".
Extract Constant Z.modulo =>
  "fun (a : int) b ->
    if b = 0 then a else let r = a mod b in if r <> 0 && (r < 0) <> (b < 0) then r + b else r".

Separate Extraction Pebbles.check Coroutine.check Blocks.check Ricochet.check.
