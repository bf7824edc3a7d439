(** A list of positions with their numbers, as a tree that is searched field by field.

    A position is a list of whole numbers, its fields. The tree is a search tree for the last field, with a
    search tree for the field before it under each value, and so on, until one position is left. Nothing here
    asks whether a tree is in order or balanced: [find] finds nothing that [every] did not see, and that is
    all that the proofs need. *)

From Coq Require Import ZArith List.
Import ListNotations.
Local Open Scope Z_scope.

Definition state := list Z.

Inductive store :=
| Empty
| One (key : list Z) (n : Z)
| Fork (less : store) (value : Z) (same more : store).

Fixpoint same (one other : list Z) : bool :=
  match one, other with
  | [], [] => true
  | a :: one', b :: other' => (a =? b) && same one' other'
  | _, _ => false
  end.

(** The number that stands under a key: the fields of a position, the last first. *)
Fixpoint find_key (tree : store) (key : list Z) : option Z :=
  match tree with
  | Empty => None
  | One rest n => if same rest key then Some n else None
  | Fork less value equal more =>
      match key with
      | [] => None
      | field :: rest =>
          if field =? value then find_key equal rest
          else if field <? value then find_key less key
          else find_key more key
      end
  end.

Definition find (tree : store) (s : state) : option Z := find_key tree (rev_append s []).

(** Whether a test holds for every position of a tree and its number. *)
Fixpoint every_under (tree : store) (fields : state) (test : state -> Z -> bool) : bool :=
  match tree with
  | Empty => true
  | One rest n => test (rev_append rest fields) n
  | Fork less value equal more =>
      every_under less fields test && every_under equal (value :: fields) test && every_under more fields test
  end.

Definition every tree test := every_under tree [] test.

Lemma same_right one : forall other, same one other = true -> one = other.
Proof.
  induction one as [|a one IH]; intros [|b other]; simpl; try discriminate; [reflexivity|].
  intro both. apply andb_prop in both as [first rest]. apply Z.eqb_eq in first as ->. f_equal. now apply IH.
Qed.

Lemma every_under_found tree test : forall fields key n,
  every_under tree fields test = true -> find_key tree key = Some n ->
  test (rev_append key fields) n = true.
Proof.
  induction tree as [|rest m|less IHless value equal IHequal more IHmore]; intros fields key n all found;
    simpl in *.
  - discriminate.
  - destruct (same rest key) eqn:E; [|discriminate]. apply same_right in E as <-. injection found as <-.
    exact all.
  - apply andb_prop in all as [all more_all]. apply andb_prop in all as [less_all equal_all].
    destruct key as [|field rest]; [discriminate|].
    destruct (field =? value) eqn:E.
    + apply Z.eqb_eq in E as ->. exact (IHequal _ _ _ equal_all found).
    + destruct (field <? value); eauto.
Qed.

Theorem every_found tree test s n :
  every tree test = true -> find tree s = Some n -> test s n = true.
Proof.
  unfold every, find. intros all found.
  pose proof (every_under_found tree test [] _ n all found) as result.
  now rewrite !rev_append_rev, !app_nil_r, rev_involutive in result.
Qed.
