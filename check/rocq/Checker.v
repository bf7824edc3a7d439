(** The checks of a proof file, for any rules, and the theorem that what they accept is true. *)

From Coq Require Import ZArith List Bool Lia.
From Clew Require Import Potential Store.
Import ListNotations.
Local Open Scope Z_scope.

(** The name of a move, as numbers: each family says which. *)
Definition name := list Z.

(** The rules of one puzzle, as programs: for lists, where positions that differ in nothing that matters may
    be one; and for the solution in a file, where every piece has its name. *)
Record rules := {
  is_goal : state -> bool;
  (* for lists *)
  start : state;
  (* whether a test holds for the cost and the end of every move *)
  every_move : state -> (Z -> state -> bool) -> bool;
  (* whether tables are right for every piece that is alone; their sum, which is then a right default *)
  tables_right : list (list Z) -> bool;
  sum_of : list (list Z) -> state -> Z;
  (* whether a list has all goals, with 0; only if moves can be undone *)
  goals_listed : option (store -> bool);
  (* for solutions *)
  opening : state;
  (* some moves, with cost and position after: the one of a name, if it is legal *)
  named : state -> name -> list (name * (Z * state))
}.

(** What a proof file says, with its lists read. *)
Inductive default :=
| Zero
| Cells (tables : list (list Z))         (* the sum of numbers for the cells of pieces; each family says which *)
| Near (below : Z) (distances : store).  (* the distance to the nearest goal if listed, else [below] *)

Inductive claim :=
| Unsolvable (positions : store)
| AtLeast (length : Z) (d : default) (numbers : store)
| Fewest (length : Z) (d : default) (numbers : store) (moves : list name).

(** What a claim says of a puzzle. *)
Definition holds (step : state -> Z -> state -> Prop) (goal : state -> Prop) (begin : state) (c : claim) : Prop :=
  match c with
  | Unsolvable _ => unsolvable state step goal begin
  | AtLeast length _ _ => no_solution_below state step goal length begin
  | Fewest length _ _ _ =>
      no_solution_below state step goal length begin /\ solution_of state step goal length begin
  end.

Section Checks.

Variable r : rules.

Definition default_number (d : default) (s : state) : Z :=
  match d with
  | Zero => 0
  | Cells tables => sum_of r tables s
  | Near below distances => match find distances s with Some n => n | None => below end
  end.

Definition number_in (numbers : store) (d : default) (s : state) : Z :=
  match find numbers s with Some n => n | None => default_number d s end.

Definition check_numbers (d : default) (numbers : store) : bool :=
  every numbers (fun s n =>
    (default_number d s <=? n) && ((n <=? 0) || negb (is_goal r s)) &&
    every_move r s (fun cost after => n <=? cost + number_in numbers d after)).

Definition check_default (d : default) : bool :=
  match d with
  | Zero => true
  | Cells tables => tables_right r tables
  | Near below distances =>
      match goals_listed r with
      | Some all_in =>
          all_in distances &&
          every distances (fun s n =>
            (n <? below) && every_move r s (fun cost after => default_number d after <=? n + cost))
      | None => false
      end
  end.

Definition check_closed (positions : store) : bool :=
  let inside s := match find positions s with Some _ => true | None => false end in
  inside (start r) &&
  every positions (fun s _ => negb (is_goal r s) && every_move r s (fun _ after => inside after)).

(** What named moves cost that lead from s to a goal, and to none on the way, and [spent]. *)
Fixpoint replay (s : state) (moves : list name) (spent : Z) : option Z :=
  match moves with
  | [] => if is_goal r s then Some spent else None
  | first :: rest =>
      if is_goal r s then None else
      match List.find (fun '(legal, _) => same legal first) (named r s first) with
      | None => None
      | Some (_, (cost, after)) => replay after rest (spent + cost)
      end
  end.

Definition check_bound (length : Z) (d : default) (numbers : store) : bool :=
  check_default d && check_numbers d numbers && (length <=? number_in numbers d (start r)).

Definition check_claim (c : claim) : bool :=
  match c with
  | Unsolvable positions => check_closed positions
  | AtLeast length d numbers => check_bound length d numbers
  | Fewest length d numbers moves =>
      check_bound length d numbers &&
      match replay (opening r) moves 0 with Some cost => cost =? length | None => false end
  end.

(** The rules as a reader would state them, and what a family has to prove of its programs. [here] holds of
    all positions that play can meet; [step] is for lists, and [play] for solutions. *)
Variable step play : state -> Z -> state -> Prop.
Variable goal here there : state -> Prop.

Hypothesis costs : forall s c t, step s c t -> 0 <= c.
Hypothesis complete : forall s c t test, here s -> step s c t -> every_move r s test = true -> test c t = true.
Hypothesis goals : forall s, here s -> goal s -> is_goal r s = true.
Hypothesis here_start : here (start r).
Hypothesis here_stays : forall s c t, here s -> step s c t -> here t.
Hypothesis sums_are_right :
  forall tables, tables_right r tables = true -> right_numbers state step goal here (sum_of r tables).
Hypothesis undo : forall all_in s c t, goals_listed r = Some all_in -> here s -> step s c t -> step t c s.
Hypothesis all_goals : forall all_in list s,
  goals_listed r = Some all_in -> all_in list = true -> here s -> goal s -> find list s = Some 0.

Hypothesis legal : forall s asked n c t, there s -> In (n, (c, t)) (named r s asked) -> play s c t.
Hypothesis finishes : forall s, there s -> is_goal r s = true -> goal s.
Hypothesis there_opening : there (opening r).
Hypothesis there_stays : forall s c t, there s -> play s c t -> there t.

(** What the checks show. *)
Definition shown (c : claim) : Prop :=
  match c with
  | Unsolvable _ => unsolvable state step goal (start r)
  | AtLeast length _ _ => no_solution_below state step goal length (start r)
  | Fewest length _ _ _ =>
      no_solution_below state step goal length (start r) /\ solution_of state play goal length (opening r)
  end.

(** Steps among the positions that play can meet, which is where the checks look. *)
Let step_here s c t := here s /\ step s c t.
Let goal_here s := here s /\ goal s.

Lemma default_is_right d :
  check_default d = true -> right_numbers state step goal here (default_number d).
Proof.
  destruct d as [|tables|below distances]; simpl; intro checked.
  - now apply default_zero.
  - now apply sums_are_right.
  - destruct (goals_listed r) as [all_in|] eqn:can; [|discriminate].
    apply andb_prop in checked as [all_listed all].
    assert (right : right_numbers state step_here goal_here here
              (number state (find distances) (fun _ => below))).
    { apply two_ended.
      - intros s c t [_ m]. eauto.
      - intros s at_s [_ is]. eauto.
      - intros s n found. pose proof (every_found _ _ _ _ all found) as test.
        rewrite andb_true_iff, Z.ltb_lt in test. destruct test as [small back].
        split; [lia|]. intros c q _ [at_q m].
        assert (at_s : here s) by eauto.
        pose proof (undo all_in q c s eq_refl at_q m) as m_back.
        apply Z.leb_le. exact (complete _ _ _ _ at_s m_back back). }
    destruct right as [at_goals along]. split.
    + intros s at_s is. apply (at_goals s at_s). now split.
    + intros s c t at_s m. apply (along s c t at_s). now split.
Qed.

Lemma numbers_are_right d numbers :
  check_default d = true -> check_numbers d numbers = true ->
  right_numbers state step goal here (number_in numbers d).
Proof.
  intros default_checked checked.
  pose proof (default_is_right d default_checked) as [default_goals default_along].
  assert (right : right_numbers state step_here goal_here here (number state (find numbers) (default_number d))).
  { apply default_and_list.
    - split; [intros s at_s [_ is]; auto | intros s c t at_s [_ m]; auto].
    - intros s n found. pose proof (every_found _ _ _ _ checked found) as test.
      rewrite !andb_true_iff, Z.leb_le in test. destruct test as [[above at_goal] along].
      repeat split.
      + exact above.
      + intros [at_s is]. apply (goals s at_s) in is. rewrite is, orb_false_r in at_goal. now apply Z.leb_le.
      + intros c t [at_s m]. apply Z.leb_le. exact (complete _ _ _ _ at_s m along). }
  destruct right as [at_goals along]. split.
  - intros s at_s is. apply (at_goals s at_s). now split.
  - intros s c t at_s m. apply (along s c t at_s). now split.
Qed.

Lemma bound_holds length d numbers :
  check_bound length d numbers = true -> no_solution_below state step goal length (start r).
Proof.
  unfold check_bound. rewrite !andb_true_iff, Z.leb_le. intros [[default_checked checked] least] c t p is.
  pose proof (numbers_are_right d numbers default_checked checked) as right.
  pose proof (lower_bound state step goal here here_stays _ _ right here_start c t p is). lia.
Qed.

Lemma replay_holds moves : forall s spent total,
  there s -> replay s moves spent = Some total -> solution_of state play goal (total - spent) s.
Proof.
  induction moves as [|first rest IH]; simpl; intros s spent total at_s ran.
  - destruct (is_goal r s) eqn:is; [|discriminate]. injection ran as <-. rewrite Z.sub_diag.
    exists s. split; [constructor | now apply finishes].
  - destruct (is_goal r s); [discriminate|].
    destruct (List.find (fun '(legal, _) => same legal first) (named r s first))
      as [[nm [cost after]]|] eqn:found;
      [|discriminate].
    apply List.find_some in found as [listed _].
    pose proof (legal _ _ _ _ _ at_s listed) as m.
    destruct (IH after (spent + cost) total (there_stays _ _ _ at_s m) ran) as [t [p is]].
    exists t. split; [|exact is]. replace (total - spent) with (cost + (total - (spent + cost))) by lia.
    econstructor; eassumption.
Qed.

Lemma closed_holds positions :
  check_closed positions = true -> unsolvable state step goal (start r).
Proof.
  unfold check_closed. rewrite andb_true_iff. intros [begun all].
  apply (closed_without_goals state step goal (fun s => here s /\ exists n, find positions s = Some n)).
  - intros s c t [at_s [n found]] m. split; [eauto|].
    pose proof (every_found _ _ _ _ all found) as test. rewrite andb_true_iff in test.
    destruct test as [_ inside]. apply (complete _ _ _ _ at_s m) in inside. cbv beta in inside.
    destruct (find positions t) as [k|]; [eauto | discriminate].
  - intros s [at_s [n found]] is. pose proof (every_found _ _ _ _ all found) as test.
    apply (goals s at_s) in is. rewrite andb_true_iff, is in test. destruct test as [no _]. discriminate.
  - split; [exact here_start|]. destruct (find positions (start r)) as [n|]; [eauto | discriminate].
Qed.

(** What the checker accepts is true. *)
Theorem accepted_is_shown c : check_claim c = true -> shown c.
Proof.
  destruct c as [positions | length d numbers | length d numbers moves]; simpl; intro checked.
  - eapply closed_holds; eassumption.
  - eapply bound_holds; eassumption.
  - apply andb_prop in checked as [bound ran]. split; [eapply bound_holds; eassumption|].
    destruct (replay (opening r) moves 0) as [cost|] eqn:ends; [|discriminate].
    apply Z.eqb_eq in ran as <-. apply replay_holds in ends; [|exact there_opening].
    now rewrite Z.sub_0_r in ends.
Qed.

End Checks.
