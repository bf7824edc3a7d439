(** A list of positions with their numbers, as a tree that is searched field by field.

    A position is a list of whole numbers, its fields. The tree is a search tree for the last field, with a search
    tree for the field before it under each value, and so on. Nothing here asks whether a tree is in order or
    balanced: [find] finds nothing that [every] did not see, and that is all that the proofs need. *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Local Open Scope Z_scope.

Definition state := list Z.

Inductive store :=
| Empty
| Number (n : Z)
| Fork (less : store) (value : Z) (same more : store).

(** The number that stands under a key: the fields of a position, the last first. *)
Fixpoint find_key (tree : store) (key : list Z) : option Z :=
  match tree with
  | Empty => None
  | Number n => match key with [] => Some n | _ => None end
  | Fork less value same more =>
      match key with
      | [] => None
      | field :: rest =>
          if field =? value then find_key same rest
          else if field <? value then find_key less key
          else find_key more key
      end
  end.

Definition find (tree : store) (s : state) : option Z := find_key tree (rev_append s []).

(** Whether a test holds for every position of a tree and its number. *)
Fixpoint every_under (tree : store) (fields : state) (test : state -> Z -> bool) : bool :=
  match tree with
  | Empty => true
  | Number n => test fields n
  | Fork less value same more =>
      every_under less fields test && every_under same (value :: fields) test && every_under more fields test
  end.

Definition every tree test := every_under tree [] test.

Lemma every_under_found tree test : forall fields key n,
  every_under tree fields test = true -> find_key tree key = Some n ->
  test (rev_append key fields) n = true.
Proof.
  induction tree as [|m|less IHless value same IHsame more IHmore]; intros fields key n all found; simpl in *.
  - discriminate.
  - destruct key; [|discriminate]. injection found as ->. exact all.
  - apply andb_prop in all as [all more_all]. apply andb_prop in all as [less_all same_all].
    destruct key as [|field rest]; [discriminate|].
    destruct (field =? value) eqn:E.
    + apply Z.eqb_eq in E as ->. exact (IHsame _ _ _ same_all found).
    + destruct (field <? value); eauto.
Qed.

Theorem every_found tree test s n :
  every tree test = true -> find tree s = Some n -> test s n = true.
Proof.
  unfold every, find. intros all found.
  pose proof (every_under_found tree test [] _ n all found) as result.
  now rewrite !rev_append_rev, !app_nil_r, rev_involutive in result.
Qed.
