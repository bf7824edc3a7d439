(** Reading and changing the fields of a position. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clew Require Import Store.
Import ListNotations.
Local Open Scope Z_scope.

(** Field i of a position, -1 where there is none. *)
Fixpoint get (s : state) (i : Z) : Z :=
  match s with
  | [] => -1
  | v :: rest => if i =? 0 then v else get rest (i - 1)
  end.

Fixpoint put (s : state) (i v : Z) : state :=
  match s with
  | [] => []
  | w :: rest => if i =? 0 then v :: rest else w :: put rest (i - 1) v
  end.

(** What stands under a number in a list of lists. *)
Fixpoint around {A} (near : list (list A)) (b : Z) : list A :=
  match near with
  | [] => []
  | cells :: rest => if b =? 0 then cells else around rest (b - 1)
  end.

Definition is_in (v : Z) (l : list Z) : bool := existsb (fun w => w =? v) l.

(** All lists together, if all are there. *)
Fixpoint all_of {A} (l : list (option (list A))) : option (list A) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some first :: rest => match all_of rest with Some more => Some (first ++ more) | None => None end
  end.

(** How often a value is in a list. *)
Fixpoint count (v : Z) (s : state) : Z :=
  match s with
  | [] => 0
  | w :: rest => (if w =? v then 1 else 0) + count v rest
  end.

(** 0, 1, ..., n - 1 *)
Definition range (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

(** What a table says of a value, 0 where it says nothing. *)
Definition worth (table : list Z) (v : Z) : Z := Z.max 0 (get table v).

Fixpoint distinct (l : list Z) : bool :=
  match l with
  | [] => true
  | v :: rest => negb (existsb (fun w => w =? v) rest) && distinct rest
  end.

Definition size (s : state) : Z := Z.of_nat (length s).

Lemma size_cons v s : size (v :: s) = size s + 1.
Proof. unfold size. simpl length. lia. Qed.

Lemma get_outside s : forall i, i < 0 \/ size s <= i -> get s i = -1.
Proof.
  induction s as [|v s IH]; simpl; intros i out; [reflexivity|]. rewrite size_cons in out.
  assert (0 <= size s) by (unfold size; lia).
  destruct (Z.eqb_spec i 0); [lia | apply IH; lia].
Qed.

Lemma inside s i : 0 <= get s i -> 0 <= i < size s.
Proof.
  intro v. destruct (Z.lt_decidable i 0) as [|]; [rewrite get_outside in v; lia|].
  destruct (Z.lt_decidable i (size s)) as [|]; [lia | rewrite get_outside in v; lia].
Qed.

Lemma get_in s : forall i, 0 <= i < size s -> In (get s i) s.
Proof.
  induction s as [|v s IH]; intros i ins; [unfold size in ins; simpl in ins; lia|].
  rewrite size_cons in ins. simpl. destruct (Z.eqb_spec i 0); [now left | right; apply IH; lia].
Qed.

Lemma size_put s : forall i v, size (put s i v) = size s.
Proof.
  induction s as [|w s IH]; simpl; intros; [reflexivity|].
  destruct (i =? 0); rewrite !size_cons; [reflexivity | now rewrite IH].
Qed.

Lemma get_put_same s : forall i v, 0 <= i < size s -> get (put s i v) i = v.
Proof.
  induction s as [|w s IH]; intros i v ins; [unfold size in ins; simpl in ins; lia|].
  rewrite size_cons in ins. simpl. destruct (Z.eqb_spec i 0); simpl.
  - now destruct (Z.eqb_spec i 0).
  - destruct (Z.eqb_spec i 0); [lia | apply IH; lia].
Qed.

Lemma get_put_other s : forall i j v, i <> j -> get (put s i v) j = get s j.
Proof.
  induction s as [|w s IH]; simpl; intros; [reflexivity|].
  destruct (Z.eqb_spec i 0); simpl; destruct (Z.eqb_spec j 0); try lia; try reflexivity.
  apply IH. lia.
Qed.

Lemma put_get s : forall i, put s i (get s i) = s.
Proof.
  induction s as [|w s IH]; simpl; intros; [reflexivity|].
  destruct (i =? 0); [reflexivity | now rewrite IH].
Qed.

Lemma put_put_same s : forall i v w, put (put s i v) i w = put s i w.
Proof.
  induction s as [|x s IH]; simpl; intros; [reflexivity|].
  destruct (i =? 0) eqn:E; simpl; rewrite E; [reflexivity | now rewrite IH].
Qed.

Lemma put_put_other s : forall i j v w, i <> j -> put (put s i v) j w = put (put s j w) i v.
Proof.
  induction s as [|x s IH]; simpl; intros; [reflexivity|].
  destruct (Z.eqb_spec i 0), (Z.eqb_spec j 0); simpl;
    destruct (Z.eqb_spec i 0), (Z.eqb_spec j 0); try lia; try reflexivity.
  rewrite IH; [reflexivity | lia].
Qed.

Lemma put_exchanges s : forall i v, 0 <= i < size s -> Permutation (get s i :: put s i v) (v :: s).
Proof.
  induction s as [|w s IH]; intros i v ins; [unfold size in ins; simpl in ins; lia|].
  rewrite size_cons in ins. simpl. destruct (Z.eqb_spec i 0); [apply perm_swap|].
  eapply perm_trans; [apply perm_swap|].
  eapply perm_trans; [apply perm_skip, IH; lia | apply perm_swap].
Qed.

Lemma in_range n i : 0 <= i < n -> In i (range n).
Proof.
  intro. unfold range. apply in_map_iff. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma is_in_right v l : is_in v l = true <-> In v l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros [w [ins same]]. apply Z.eqb_eq in same as ->. exact ins.
  - intro ins. exists v. split; [exact ins | apply Z.eqb_refl].
Qed.

Lemma distinct_no_dup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|v rest IH]; intro d; [constructor|]. simpl in d. apply andb_prop in d as [not_in d].
  constructor; [|auto]. intro ins. apply negb_true_iff in not_in.
  assert (existsb (fun w => w =? v) rest = true); [|congruence].
  apply existsb_exists. exists v. split; [assumption | apply Z.eqb_refl].
Qed.

Lemma all_of_right {A} (l : list (option (list A))) : forall out x, all_of l = Some out ->
  (In x out <-> exists m, In (Some m) l /\ In x m).
Proof.
  induction l as [|[first|] rest IH]; simpl; intros out x got.
  - injection got as <-. split; [contradiction | intros [m [[] _]]].
  - destruct (all_of rest) as [more|]; [|discriminate]. injection got as <-.
    rewrite in_app_iff, (IH more x eq_refl).
    split.
    + intros [ins|[m [ins ins']]]; eauto.
    + intros [m [[[= <-]|ins] ins']]; eauto.
  - discriminate.
Qed.

Lemma all_of_some {A} (l : list (option (list A))) out m : all_of l = Some out -> In m l -> exists n, m = Some n.
Proof.
  revert out. induction l as [|[first|] rest IH]; simpl; intros out got; [contradiction| |discriminate].
  destruct (all_of rest) as [more|]; [|discriminate]. intros [<-|ins]; eauto.
Qed.
