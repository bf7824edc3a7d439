(** Two coins in turn: the rules, programs for them, and a checker of proofs that is proved right. *)

From Coq Require Import ZArith List Bool Lia.
From Clew Require Import Potential Store Checker Fields.
Import ListNotations.
Local Open Scope Z_scope.

(** * The rules

    A position is the cell of coin 0, the cell of coin 1, and the coin whose turn it is. *)

Record puzzle := {
  height : Z;
  width : Z;
  squares : list (list Z);   (* for each cell the directions on it, from 0 to 7: N NE E SE S SW W NW *)
  target : Z;
  own : bool;                (* a coin reads the square under itself, not the one under the other coin *)
  free_pass : bool;          (* to pass costs nothing *)
  coins : state
}.

(** Rows down and columns right in each direction. *)
Definition down (d : Z) : Z :=
  if (d =? 7) || (d =? 0) || (d =? 1) then -1 else if (3 <=? d) && (d <=? 5) then 1 else 0.
Definition right (d : Z) : Z := if (1 <=? d) && (d <=? 3) then 1 else if 5 <=? d then -1 else 0.

(** A coin on the cell [from] can go in direction d to the cell [to], while the other coin is on [other]. *)
Definition can_go (p : puzzle) (from other d to : Z) :=
  In d (around (squares p) (if own p then from else other)) /\
  let row := from / width p + down d in
  let column := from mod width p + right d in
  0 <= row < height p /\ 0 <= column < width p /\ to = row * width p + column /\ to <> other.

Definition pass_cost (p : puzzle) : Z := if free_pass p then 0 else 1.

Inductive step (p : puzzle) : state -> Z -> state -> Prop :=
| go_0 a b d to : can_go p a b d to -> step p [a; b; 0] 1 [to; b; 1]
| go_1 a b d to : can_go p b a d to -> step p [a; b; 1] 1 [a; to; 0]
| pass_0 a b : (forall d to, ~ can_go p a b d to) -> step p [a; b; 0] (pass_cost p) [a; b; 1]
| pass_1 a b : (forall d to, ~ can_go p b a d to) -> step p [a; b; 1] (pass_cost p) [a; b; 0].

Inductive goal (p : puzzle) : state -> Prop :=
| coin_0 b turn : goal p [target p; b; turn]
| coin_1 a turn : goal p [a; target p; turn].

(** * Programs *)

(** Directions, and the cells to which they lead. *)
Definition goes (p : puzzle) (from other : Z) : list (Z * Z) :=
  let row := from / width p in
  let column := from mod width p in
  flat_map (fun d =>
    let row := row + down d in
    let column := column + right d in
    let to := row * width p + column in
    if (0 <=? row) && (row <? height p) && (0 <=? column) && (column <? width p) && negb (to =? other)
    then [(d, to)] else [])
    (around (squares p) (if own p then from else other)).

(** A move is named by the coin and the direction, -1 for a pass. *)
Definition turn_of (p : puzzle) (coin from other : Z) (after : Z -> state) : list (name * (Z * state)) :=
  match goes p from other with
  | [] => [([coin; -1], (pass_cost p, after from))]
  | some => map (fun '(d, to) => ([coin; d], (1, after to))) some
  end.

Definition moves (p : puzzle) (s : state) : list (name * (Z * state)) :=
  match s with
  | [a; b; turn] =>
      if turn =? 0 then turn_of p 0 a b (fun to => [to; b; 1])
      else if turn =? 1 then turn_of p 1 b a (fun to => [a; to; 0])
      else []
  | _ => []
  end.

Definition reached (p : puzzle) (s : state) : bool :=
  match s with
  | [a; b; _] => (a =? target p) || (b =? target p)
  | _ => false
  end.

Definition rules_of (p : puzzle) : rules := {|
  start := coins p;
  is_goal := reached p;
  every_move := fun s test => forallb (fun '(_, (cost, after)) => test cost after) (moves p s);
  tables_right := fun _ => false;
  sum_of := fun _ _ => 0;
  goals_listed := None;
  opening := coins p;
  named := fun s _ => moves p s
|}.

Definition check (p : puzzle) (c : claim) : bool := check_claim (rules_of p) c.

(** * The proof *)

Lemma goes_right p from other d to : In (d, to) (goes p from other) <-> can_go p from other d to.
Proof.
  unfold goes, can_go. rewrite in_flat_map. split.
  - intros [e [on_square ins]].
    destruct (_ && negb _) eqn:test in ins; [|contradiction]. destruct ins as [[= <- <-]|[]].
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, negb_true_iff, Z.eqb_neq in test.
    destruct test as [[[[? ?] ?] ?] ?]. auto 7.
  - intros [on_square [[? ?] [[? ?] [same ?]]]]. exists d. split; [exact on_square|]. rewrite <- same.
    replace (_ && negb _) with true; [now left|]. symmetry.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, negb_true_iff, Z.eqb_neq. auto.
Qed.

Lemma turn_right p coin from other after c t :
  (exists n, In (n, (c, t)) (turn_of p coin from other after)) <->
  (c = 1 /\ exists d to, can_go p from other d to /\ t = after to) \/
  (c = pass_cost p /\ t = after from /\ forall d to, ~ can_go p from other d to).
Proof.
  unfold turn_of. pose proof (goes_right p from other) as all.
  destruct (goes p from other) as [|[d0 to0] rest] eqn:some.
  - split.
    + intros [n [[= _ <- <-]|[]]]. right. repeat split. intros d to can. now apply all in can.
    + intros [[-> [d [to [can _]]]]|[-> [-> _]]]; [now apply all in can | eexists; now left].
  - rewrite <- some in *. split.
    + intros [n ins]. apply in_map_iff in ins as [[d to] [[= _ <- <-] ins]]. left. split; [reflexivity|].
      exists d, to. split; [now apply all | reflexivity].
    + intros [[-> [d [to [can ->]]]]|[_ [_ none]]].
      * exists [coin; d]. apply in_map_iff. exists (d, to). split; [reflexivity | now apply all].
      * exfalso. apply (none d0 to0), all. rewrite some. now left.
Qed.

Lemma moves_right p s c t : (exists n, In (n, (c, t)) (moves p s)) <-> step p s c t.
Proof.
  unfold moves. split.
  - intro listed. destruct s as [|a [|b [|turn [|]]]]; try (now destruct listed as [n []]).
    destruct (Z.eqb_spec turn 0) as [->|]; [|destruct (Z.eqb_spec turn 1) as [->|];
      [|now destruct listed as [? []]]];
      apply turn_right in listed as [[-> [d [to [can ->]]]]|[-> [-> none]]]; econstructor; eassumption.
  - inversion 1; subst; simpl; apply turn_right; eauto 7.
Qed.

Lemma reached_right p s : reached p s = true <-> goal p s.
Proof.
  unfold reached. split.
  - destruct s as [|a [|b [|turn [|]]]]; try discriminate. rewrite orb_true_iff, !Z.eqb_eq.
    intros [-> | ->]; constructor.
  - inversion 1; subst; rewrite Z.eqb_refl; [reflexivity | apply orb_true_r].
Qed.

(** What the checker accepts is true. *)
Theorem checked_is_true p c : check p c = true -> holds (step p) (goal p) (coins p) c.
Proof.
  intro checked.
  assert (result : shown (rules_of p) (step p) (step p) (goal p) c); [|destruct c; exact result].
  apply (accepted_is_shown _ _ _ _ (fun _ => True) (fun _ => True)); simpl; try discriminate; auto.
  - unfold pass_cost. inversion 1; subst; unfold pass_cost; destruct (free_pass p); lia.
  - intros s k t test _ m all. apply moves_right in m as [n ins]. rewrite forallb_forall in all.
    exact (all _ ins).
  - intros s _ is. now apply reached_right.
  - intros s _ n k t _ ins. apply moves_right. eauto.
  - intros s _ is. exact (proj1 (reached_right p s) is).
Qed.
