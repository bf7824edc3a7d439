(** The theorem behind every proof file, for any puzzle whose moves have costs.

    Give every position s a number f(s), so that

        f(goal) <= 0                          for every goal, and
        f(s) <= cost(s -> t) + f(t)           for every move from s to t.

    Then no solution from s costs less than f(s). *)

From Coq Require Import ZArith Lia.
Local Open Scope Z_scope.

Section Puzzle.

Variable state : Type.
(** [step s c t]: a move leads from s to t and costs c. *)
Variable step : state -> Z -> state -> Prop.
Variable goal : state -> Prop.

(** [path s c t]: moves that cost c together lead from s to t. *)
Inductive path : state -> Z -> state -> Prop :=
| stay s : path s 0 s
| go s c t d u : step s c t -> path t d u -> path s (c + d) u.

(** What a proof file can claim of a position. *)
Definition no_solution_below (length : Z) (s : state) :=
  forall c t, path s c t -> goal t -> length <= c.
Definition solution_of (length : Z) (s : state) :=
  exists t, path s length t /\ goal t.
Definition unsolvable (s : state) :=
  forall c t, path s c t -> ~ goal t.

(** The numbers need to be right only where the play can get: on a set of positions that no move leaves. *)
Variable here : state -> Prop.
Hypothesis here_stays : forall s c t, here s -> step s c t -> here t.

Definition right_numbers (f : state -> Z) :=
  (forall s, here s -> goal s -> f s <= 0) /\
  (forall s c t, here s -> step s c t -> f s <= c + f t).

Theorem lower_bound f s :
  right_numbers f -> here s -> no_solution_below (f s) s.
Proof.
  intros [at_goals along] at_s c t p. revert at_s.
  induction p as [s | s c t d u m p IH]; intros at_s is_goal.
  - now apply at_goals.
  - pose proof (along s c t at_s m). pose proof (IH (here_stays s c t at_s m) is_goal). lia.
Qed.

(** A list of numbers, and a default for all other positions. Only the listed positions need checking. *)
Section List.

Variable listed : state -> option Z.
Variable default : state -> Z.

Definition number s := match listed s with Some n => n | None => default s end.

Theorem default_and_list :
  right_numbers default ->
  (forall s n, listed s = Some n ->
     default s <= n /\ (goal s -> n <= 0) /\ (forall c t, step s c t -> n <= c + number t)) ->
  right_numbers number.
Proof.
  intros [at_goals along] lists.
  assert (above : forall s, default s <= number s).
  { intro s. unfold number. destruct (listed s) as [n|] eqn:E; [apply (lists s n E) | lia]. }
  split.
  - intros s at_s is_goal. unfold number. destruct (listed s) as [n|] eqn:E.
    + now apply (lists s n E).
    + now apply at_goals.
  - intros s c t at_s m. unfold number at 1. destruct (listed s) as [n|] eqn:E.
    + now apply (lists s n E).
    + pose proof (along s c t at_s m). pose proof (above t). lia.
Qed.

End List.

(** The default may be 0, where no move has a cost below 0. *)
Theorem default_zero :
  (forall s c t, step s c t -> 0 <= c) -> right_numbers (fun _ => 0).
Proof. intro costs. split; [lia | intros s c t _ m; pose proof (costs s c t m); lia]. Qed.

(** From both ends: the default is the distance to the nearest goal, if that is listed, and [below]
    otherwise. *)
Theorem two_ended near below :
  (forall s c t, step s c t -> 0 <= c) ->
  (forall s, here s -> goal s -> near s = Some 0) ->
  (forall s n, near s = Some n ->
     n <= below /\ (forall c r, here r -> step r c s -> number near (fun _ => below) r <= n + c)) ->
  right_numbers (number near (fun _ => below)).
Proof.
  intros costs goals lists. split.
  - intros s at_s is_goal. unfold number. rewrite (goals s at_s is_goal). lia.
  - intros s c t at_s m. unfold number at 2. destruct (near t) as [n|] eqn:E.
    + destruct (lists t n E) as [_ back]. pose proof (back c s at_s m). lia.
    + pose proof (costs s c t m). unfold number. destruct (near s) as [n|] eqn:F; [|lia].
      destruct (lists s n F). lia.
Qed.

(** A puzzle has no solution if its start is in a set that no move leaves and that holds no goal. *)
Theorem closed_without_goals (set : state -> Prop) s :
  (forall r c t, set r -> step r c t -> set t) ->
  (forall r, set r -> ~ goal r) ->
  set s -> unsolvable s.
Proof.
  intros closed no_goal inside c t p. revert inside.
  induction p as [s | s c t d u m p IH]; intro inside; [now apply no_goal | eauto].
Qed.

End Puzzle.

(** If every move of a puzzle is one of another, whose positions are images of its own, then what is proved of
    the image is true of the puzzle. So pieces that are alike need not be told apart. *)
Section Image.

Variable state : Type.
Variable play step : state -> Z -> state -> Prop.
Variable finish goal : state -> Prop.
Variable image : state -> state.
Variable there : state -> Prop.
Hypothesis there_stays : forall s c t, there s -> play s c t -> there t.
Hypothesis moves : forall s c t, there s -> play s c t -> step (image s) c (image t).
Hypothesis ends : forall s, there s -> finish s -> goal (image s).

Lemma image_path s c t :
  there s -> path state play s c t -> there t /\ path state step (image s) c (image t).
Proof.
  intros at_s p. induction p as [s | s c t d u m p IH].
  - split; [assumption | constructor].
  - destruct (IH (there_stays s c t at_s m)) as [at_u q]. split; [assumption|]. econstructor; eauto.
Qed.

Theorem image_below length s :
  there s -> no_solution_below state step goal length (image s) -> no_solution_below state play finish length s.
Proof. intros at_s below c t p is. destruct (image_path s c t at_s p) as [at_t q]. eauto. Qed.

Theorem image_unsolvable s :
  there s -> unsolvable state step goal (image s) -> unsolvable state play finish s.
Proof. intros at_s none c t p is. destruct (image_path s c t at_s p) as [at_t q]. eapply none; eauto. Qed.

End Image.
