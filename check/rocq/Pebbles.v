(** Pebbles on a graph: the rules, programs for them, and a checker of proofs that is proved right. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clew Require Import Potential Store Checker Fields.
Import ListNotations.
Local Open Scope Z_scope.

Local Arguments Z.add : simpl never.

(** * The rules

    Field i of a position is the pebble on cell i: 0 is a hole, other numbers are tokens. Field i of the plates is
    the token that cell i wants. *)

Inductive layout :=
| Panguru
| Triangle (rows : Z)
| Grid (rows columns : Z)
| Graph (edges : list (Z * Z)).

Record puzzle := {
  board : layout;
  slides : bool;          (* a move takes a whole line of pebbles; on grids only *)
  plates : state;
  pebbles : state
}.

(** Places of a triangle in reading order: (number, row, column). *)
Definition places (rows : Z) : list (Z * (Z * Z)) :=
  flat_map (fun row => map (fun column => (row * (row + 1) / 2 + column, (row, column))) (range (row + 1)))
    (range rows).

Definition triangle (rows : Z) : list (Z * Z) :=
  flat_map (fun '(other, (s, d)) =>
    flat_map (fun '(one, (r, c)) =>
      if (one <? other) && ((r =? s) || (c =? d) || (r - c =? s - d)) then [(one, other)] else [])
      (places rows))
    (places rows).

Definition edges (l : layout) : list (Z * Z) :=
  match l with
  | Panguru => (0, 4) :: (0, 12) :: (4, 12) :: triangle 5
  | Triangle rows => triangle rows
  | Grid rows columns =>
      flat_map (fun row => map (fun column => (row * columns + column, row * columns + column + 1))
        (range (columns - 1))) (range rows) ++
      flat_map (fun row => map (fun column => (row * columns + column, row * columns + columns + column))
        (range columns)) (range (rows - 1))
  | Graph es => es
  end.

(** Every run of two or more cells along a row or a column of a grid, in both directions. *)
Fixpoint prefixes (line : list Z) : list (list Z) :=
  match line with
  | [] => []
  | cell :: rest => [cell] :: map (cons cell) (prefixes rest)
  end.

Fixpoint runs (line : list Z) : list (list Z) :=
  match line with
  | [] => []
  | _ :: rest => filter (fun run => match run with _ :: _ :: _ => true | _ => false end) (prefixes line) ++ runs rest
  end.

Definition lines (l : layout) : list (list Z) :=
  match l with
  | Grid rows columns =>
      let one_way := flat_map runs
        (map (fun row => map (fun column => row * columns + column) (range columns)) (range rows) ++
         map (fun column => map (fun row => row * columns + column) (range rows)) (range columns)) in
      one_way ++ map (@rev Z) one_way
  | _ => []
  end.

Definition adjacent (p : puzzle) (a b : Z) := In (a, b) (edges (board p)) \/ In (b, a) (edges (board p)).

(** The pebble on cell a goes to the hole b. *)
Definition move (s : state) (a b : Z) : state := put (put s b (get s a)) a 0.

(** Every pebble of a line goes one cell along it, into the hole at its beginning. *)
Fixpoint slide (s : state) (line : list Z) : state :=
  match line with
  | hole :: (next :: _) as rest => slide (move s next hole) rest
  | _ => s
  end.

Definition single (p : puzzle) (s t : state) :=
  exists a b, adjacent p a b /\ 0 < get s a /\ get s b = 0 /\ t = move s a b.

Definition sliding (p : puzzle) (s t : state) :=
  exists hole rest, In (hole :: rest) (lines (board p)) /\ get s hole = 0 /\
    (forall c, In c rest -> 0 < get s c) /\ t = slide s (hole :: rest).

Definition step (p : puzzle) (s : state) (c : Z) (t : state) :=
  c = 1 /\ if slides p then sliding p s t else single p s t.

(** Every pebble lies on a plate of its token. *)
Definition goal (p : puzzle) (s : state) := forall i, 0 < get s i -> get s i = get (plates p) i.

(** * Programs *)

(** For each cell, how a hole there can be filled: by one neighbour, or by a line that begins there. *)
Definition neighbours (p : puzzle) (b : Z) : list Z :=
  flat_map (fun '(x, y) => (if y =? b then [x] else []) ++ (if x =? b then [y] else [])) (edges (board p)).

Definition lines_from (p : puzzle) (b : Z) : list (list Z) :=
  filter (fun line => match line with hole :: _ => hole =? b | [] => false end) (lines (board p)).

Definition ways (p : puzzle) (b : Z) : list (list Z) :=
  if slides p then lines_from p b else map (fun a => [b; a]) (neighbours p b).

Fixpoint table_from (p : puzzle) (cells : state) (b : Z) : list (list (list Z)) :=
  match cells with
  | [] => []
  | _ :: rest => ways p b :: table_from p rest (b + 1)
  end.

(** A move is named by the cell of its farthest pebble and the hole. *)
Fixpoint fill (s : state) (ways : list (list Z)) : list (name * (Z * state)) :=
  match ways with
  | [] => []
  | ((hole :: rest) as way) :: others =>
      if forallb (fun c => 0 <? get s c) rest
      then ([last rest 0; hole], (1, slide s way)) :: fill s others
      else fill s others
  | [] :: others => fill s others
  end.

Fixpoint moves_in (s cells : state) (table : list (list (list Z))) : list (name * (Z * state)) :=
  match cells, table with
  | v :: cells', ways :: table' =>
      if v =? 0 then fill s ways ++ moves_in s cells' table' else moves_in s cells' table'
  | _, _ => []
  end.

Fixpoint all_home (s plates : state) : bool :=
  match s with
  | [] => true
  | v :: rest => ((v <=? 0) || (v =? hd (-1) plates)) && all_home rest (tl plates)
  end.

(** Pebbles that lie on no plate of their token. *)
Fixpoint misplaced (plates s : state) : Z :=
  match s with
  | [] => 0
  | v :: rest => (if (v <=? 0) || (v =? hd (-1) plates) then 0 else 1) + misplaced (tl plates) rest
  end.

Fixpoint count (v : Z) (s : state) : Z :=
  match s with
  | [] => 0
  | w :: rest => (if w =? v then 1 else 0) + count v rest
  end.

Fixpoint without (v : Z) (s : state) : state :=
  match s with
  | [] => []
  | w :: rest => if w =? v then rest else w :: without v rest
  end.

(** Whether every goal is in a list with the number 0: every way to lay the pebbles that are left on the plates. *)
Fixpoint goals_under (list : store) (plates left key : state) : bool :=
  match plates with
  | [] => match left, find_key list key with
          | [], Some n => n =? 0
          | [], None => false
          | _, _ => true
          end
  | plate :: rest =>
      (if existsb (fun v => v =? plate) left then goals_under list rest (without plate left) (plate :: key)
       else true) &&
      (if count plate left <=? count plate rest then goals_under list rest left (0 :: key) else true)
  end.

Definition tokens_of (s : state) : state := filter (fun v => 0 <? v) s.

Definition goals_listed (p : puzzle) (list : store) : bool :=
  goals_under list (plates p) (tokens_of (pebbles p)) [].

Definition rules_of (p : puzzle) : rules :=
  let table := table_from p (pebbles p) 0 in {|
  start := pebbles p;
  sound := fun _ => true;
  is_goal := fun s => all_home s (plates p);
  listing := fun s => moves_in s s table
|}.

Fixpoint distinct (line : list Z) : bool :=
  match line with
  | [] => true
  | c :: rest => negb (existsb (fun d => d =? c) rest) && distinct rest
  end.

Definition well_formed (p : puzzle) : bool :=
  (size (pebbles p) =? size (plates p)) && forallb (fun v => 0 <=? v) (pebbles p) &&
  (negb (slides p) || forallb distinct (lines (board p))).

(** The defaults that a file may name. *)
Inductive named_default := No_default | Misplaced | Near_goals (below : Z) (distances : store).

Definition default_of (p : puzzle) (d : named_default) : default :=
  match d with
  | No_default => Zero
  | Misplaced => Own (misplaced (plates p))
  | Near_goals below distances => Near below distances
  end.

Inductive proof :=
| No_solution (positions : store)
| Lower_bound (length : Z) (d : named_default) (numbers : store)
| Optimal (length : Z) (d : named_default) (numbers : store) (moves : list name).

Definition default_named (f : proof) : named_default :=
  match f with No_solution _ => No_default | Lower_bound _ d _ | Optimal _ d _ _ => d end.

Definition claim_of (p : puzzle) (f : proof) : claim :=
  match f with
  | No_solution positions => Unsolvable positions
  | Lower_bound length d numbers => AtLeast length (default_of p d) numbers
  | Optimal length d numbers moves => Fewest length (default_of p d) numbers moves
  end.

Definition check (p : puzzle) (f : proof) : bool :=
  well_formed p &&
  match default_named f with Misplaced => negb (slides p) | _ => true end &&
  check_claim (rules_of p) (goals_listed p) (claim_of p f).

(** * The proof *)

Section Pebbles.

Variable p : puzzle.
Hypothesis formed : well_formed p = true.

(** Play only moves pebbles about. *)
Definition here (s : state) := Permutation s (pebbles p).

Lemma same_sizes : size (pebbles p) = size (plates p).
Proof. unfold well_formed in formed. rewrite !andb_true_iff, Z.eqb_eq in formed. tauto. Qed.

Lemma no_negative s : here s -> forall v, In v s -> 0 <= v.
Proof.
  intros at_s v ins. unfold well_formed in formed. rewrite !andb_true_iff, forallb_forall in formed.
  destruct formed as [[_ all] _]. apply Z.leb_le, all, (Permutation_in v at_s ins).
Qed.

Lemma size_here s : here s -> size s = size (plates p).
Proof. intro at_s. rewrite <- same_sizes. unfold size. now rewrite (Permutation_length at_s). Qed.

Lemma move_back s a b : 0 < get s a -> get s b = 0 -> move (move s a b) b a = s.
Proof.
  intros pebble hole. assert (a <> b) by (intros ->; lia).
  assert (0 <= a < size s) by (apply inside; lia). assert (0 <= b < size s) by (apply inside; lia).
  unfold move. rewrite (get_put_other _ a b) by lia. rewrite get_put_same by lia.
  rewrite put_put_same, (put_put_other _ a b), put_put_same by lia.
  rewrite <- hole at 1. now rewrite put_get, put_get.
Qed.

Lemma move_permutes s a b : 0 < get s a -> get s b = 0 -> Permutation (move s a b) s.
Proof.
  intros pebble hole. assert (a <> b) by (intros ->; lia).
  assert (0 <= a < size s) by (apply inside; lia). assert (0 <= b < size s) by (apply inside; lia).
  apply (Permutation_cons_inv (a := get s a)). unfold move.
  pose proof (put_exchanges (put s b (get s a)) a 0) as second. rewrite size_put in second.
  rewrite get_put_other in second by lia. eapply perm_trans; [apply second; lia|].
  rewrite <- hole at 1. apply put_exchanges. lia.
Qed.

Lemma after_move s a b : 0 < get s a -> get s b = 0 ->
  get (move s a b) a = 0 /\ 0 < get (move s a b) b /\
  (forall c, c <> a -> c <> b -> get (move s a b) c = get s c).
Proof.
  intros pebble hole. assert (a <> b) by (intros ->; lia).
  assert (0 <= a < size s) by (apply inside; lia). assert (0 <= b < size s) by (apply inside; lia).
  unfold move. repeat split.
  - apply get_put_same. rewrite size_put. lia.
  - rewrite get_put_other, get_put_same; lia.
  - intros c one other. now rewrite !get_put_other by lia.
Qed.

Lemma slide_permutes line : forall s, NoDup line ->
  get s (hd 0 line) = 0 -> (forall c, In c (tl line) -> 0 < get s c) -> Permutation (slide s line) s.
Proof.
  induction line as [|hole rest IH]; intros s distinct_cells is_hole full; [reflexivity|].
  destruct rest as [|next rest]; [reflexivity|]. simpl in is_hole, full.
  change (Permutation (slide (move s next hole) (next :: rest)) s).
  inversion distinct_cells as [|? ? not_in distinct_rest]; subst.
  assert (0 < get s next) by (apply full; now left).
  destruct (after_move s next hole) as [now_hole [_ others]]; try assumption.
  eapply perm_trans; [apply IH; simpl|].
  - assumption.
  - assumption.
  - intros c ins. rewrite others; [apply full; now right | |].
    + intros ->. inversion distinct_rest. contradiction.
    + intros ->. apply not_in. now right.
  - now apply move_permutes.
Qed.

Lemma slide_end line : forall s y z, slide s (line ++ [y; z]) = move (slide s (line ++ [y])) z y.
Proof.
  induction line as [|x line IH]; intros; [reflexivity|].
  destruct line as [|w line]; [reflexivity|].
  change (slide (move s w x) ((w :: line) ++ [y; z]) = move (slide (move s w x) ((w :: line) ++ [y])) z y).
  apply IH.
Qed.

(** After a slide the hole is at the far end, pebbles lie on the other cells of the line, and the same cells the other
    way round take them back. *)
Lemma slide_back line : forall s, NoDup line -> line <> [] ->
  get s (hd 0 line) = 0 -> (forall c, In c (tl line) -> 0 < get s c) ->
  let t := slide s line in
  get t (hd 0 (rev line)) = 0 /\ (forall c, In c (tl (rev line)) -> 0 < get t c) /\
  (forall c, ~ In c line -> get t c = get s c) /\ slide t (rev line) = s.
Proof.
  induction line as [|hole rest IH]; intros s distinct_cells some is_hole full; [contradiction|].
  destruct rest as [|next rest].
  { simpl in *. repeat split; try tauto. }
  simpl in is_hole, full.
  inversion distinct_cells as [|? ? not_in distinct_rest]; subst.
  assert (pebble : 0 < get s next) by (apply full; now left).
  destruct (after_move s next hole) as [now_hole [now_pebble others]]; try assumption.
  destruct (IH (move s next hole)) as [far [along [outside back]]]; cbn [hd tl].
  - assumption.
  - discriminate.
  - assumption.
  - intros c ins. rewrite others; [apply full; now right | |].
    + intros ->. inversion distinct_rest. contradiction.
    + intros ->. apply not_in. now right.
  - change (slide s (hole :: next :: rest)) with (slide (move s next hole) (next :: rest)).
    set (t := slide (move s next hole) (next :: rest)) in *. cbv zeta.
    assert (shape : exists first middle, rev (next :: rest) = first :: middle).
    { destruct (rev (next :: rest)) eqn:E; [|eauto]. apply (f_equal (@length Z)) in E.
      rewrite rev_length in E. discriminate. }
    destruct shape as [first [middle shape]].
    assert (whole : rev (hole :: next :: rest) = first :: middle ++ [hole]).
    { change (rev (hole :: next :: rest)) with (rev (next :: rest) ++ [hole]). now rewrite shape. }
    rewrite whole. rewrite shape in far, along, back. cbn [hd tl] in *.
    repeat split.
    + exact far.
    + intros c ins. apply in_app_or in ins as [ins|[<-|[]]]; [now apply along|].
      rewrite outside by assumption. exact now_pebble.
    + intros c not_c. rewrite outside by (intro; apply not_c; now right).
      apply others; intros ->; apply not_c; [right; now left | now left].
    + rewrite <- whole. change (rev (hole :: next :: rest)) with ((rev rest ++ [next]) ++ [hole]).
      rewrite <- app_assoc. change ([next] ++ [hole]) with [next; hole]. rewrite slide_end.
      change (rev rest ++ [next]) with (rev (next :: rest)). rewrite shape, back. now apply move_back.
Qed.

Arguments slide : simpl never.

Lemma distinct_no_dup line : distinct line = true -> NoDup line.
Proof.
  induction line as [|c rest IH]; intro d; [constructor|]. simpl in d. apply andb_prop in d as [not_in d].
  constructor; [|auto]. intro ins. apply negb_true_iff in not_in.
  assert (existsb (fun d => d =? c) rest = true); [|congruence].
  apply existsb_exists. exists c. split; [assumption | apply Z.eqb_refl].
Qed.

Lemma lines_distinct line : slides p = true -> In line (lines (board p)) -> NoDup line.
Proof.
  intros sl ins. unfold well_formed in formed. rewrite !andb_true_iff, sl in formed. simpl in formed.
  destruct formed as [_ all]. rewrite forallb_forall in all. apply distinct_no_dup, all, ins.
Qed.

Lemma lines_both_ways line : In line (lines (board p)) -> In (rev line) (lines (board p)).
Proof.
  destruct (board p); simpl; try contradiction. rewrite !in_app_iff. intros [ins|ins].
  - right. now apply in_map.
  - left. apply in_map_iff in ins as [run [<- ins]]. now rewrite rev_involutive.
Qed.

Lemma here_stays s c t : here s -> step p s c t -> here t.
Proof.
  unfold here. intros at_s [_ m]. apply perm_trans with s; [|assumption].
  destruct (slides p) eqn:sl.
  - destruct m as [hole [rest [ins [is_hole [full ->]]]]].
    apply slide_permutes; simpl; try assumption. now apply lines_distinct.
  - destruct m as [a [b [_ [pebble [hole ->]]]]]. now apply move_permutes.
Qed.

Lemma undo s c t : here s -> step p s c t -> step p t c s.
Proof.
  intros _ [-> m]. split; [reflexivity|]. destruct (slides p) eqn:sl.
  - destruct m as [hole [rest [ins [is_hole [full ->]]]]].
    destruct (slide_back (hole :: rest) s) as [far [along [_ back]]]; simpl; try assumption; try discriminate.
    { now apply lines_distinct. }
    pose proof (lines_both_ways _ ins) as ins_back.
    destruct (rev (hole :: rest)) as [|first middle] eqn:E.
    { apply (f_equal (@length Z)) in E. rewrite rev_length in E. discriminate. }
    exists first, middle. repeat split; auto.
  - destruct m as [a [b [next [pebble [hole ->]]]]].
    destruct (after_move s a b) as [now_hole [now_pebble _]]; try assumption.
    exists b, a. unfold adjacent in *. repeat split; [tauto | assumption | assumption |].
    symmetry. now apply move_back.
Qed.

(** ** The list of moves *)

Lemma ways_right b way :
  In way (ways p b) <->
  if slides p then In way (lines (board p)) /\ exists rest, way = b :: rest
  else exists a, adjacent p a b /\ way = [b; a].
Proof.
  unfold ways. destruct (slides p).
  - unfold lines_from. rewrite filter_In. split; intros [ins first]; (split; [assumption|]).
    + destruct way as [|hole rest]; [discriminate|]. apply Z.eqb_eq in first as ->. eauto.
    + destruct first as [rest ->]. apply Z.eqb_refl.
  - rewrite in_map_iff. unfold neighbours, adjacent. split.
    + intros [a [<- ins]]. exists a. split; [|reflexivity].
      apply in_flat_map in ins as [[x y] [edge ins]]. apply in_app_or in ins as [ins|ins].
      * destruct (Z.eqb_spec y b) as [->|]; [|contradiction]. destruct ins as [->|[]]. now left.
      * destruct (Z.eqb_spec x b) as [->|]; [|contradiction]. destruct ins as [->|[]]. now right.
    + intros [a [next ->]]. exists a. split; [reflexivity|]. apply in_flat_map. destruct next as [edge|edge].
      * exists (a, b). split; [assumption|]. rewrite Z.eqb_refl. now left.
      * exists (b, a). split; [assumption|]. apply in_or_app. right. rewrite Z.eqb_refl. now left.
Qed.

Lemma fill_right s ways c t :
  (exists n, In (n, (c, t)) (fill s ways)) <->
  c = 1 /\ exists hole rest, In (hole :: rest) ways /\ (forall d, In d rest -> 0 < get s d) /\
    t = slide s (hole :: rest).
Proof.
  induction ways as [|way others IH]; simpl.
  - split; [intros [n []] | intros [_ [h [r [[] _]]]]].
  - destruct way as [|hole rest].
    { rewrite IH. split; intros [-> [h [r [ins more]]]]; (split; [reflexivity|]).
      - exists h, r. auto.
      - destruct ins as [[=]|ins]. exists h, r. auto. }
    destruct (forallb (fun d => 0 <? get s d) rest) eqn:full.
    + rewrite forallb_forall in full. split.
      * intros [n [[= <- <- <-]|ins]].
        -- split; [reflexivity|]. exists hole, rest. split; [now left|].
           split; [|reflexivity]. intros d ins. now apply Z.ltb_lt, full.
        -- destruct (proj1 IH (ex_intro _ n ins)) as [-> [h [r [ins' more]]]].
           split; [reflexivity|]. exists h, r. auto.
      * intros [-> [h [r [[[= <- <-]|ins] [all ->]]]]].
        -- eexists. left. reflexivity.
        -- destruct (proj2 IH) as [n found]; [split; [reflexivity|]; exists h, r; auto|]. exists n. now right.
    + rewrite IH. split; intros [-> [h [r [ins [all ->]]]]]; (split; [reflexivity|]).
      * exists h, r. auto.
      * destruct ins as [[= <- <-]|ins]; [|exists h, r; auto]. exfalso.
        assert (forallb (fun d => 0 <? get s d) rest = true); [|congruence].
        apply forallb_forall. intros d ins. now apply Z.ltb_lt, all.
Qed.

Lemma moves_in_right s m : forall rest cells b, length rest = length cells ->
  (In m (moves_in s rest (table_from p cells b)) <->
   exists i, get rest i = 0 /\ 0 <= i /\ In m (fill s (ways p (b + i)))).
Proof.
  induction rest as [|v rest IH]; intros [|w cells] b same; try discriminate; simpl.
  - split; [contradiction | intros [i [H _]]; lia].
  - injection same as same. specialize (IH cells (b + 1) same).
    assert (later : In m (moves_in s rest (table_from p cells (b + 1))) <->
      exists i, get (v :: rest) i = 0 /\ 0 < i /\ In m (fill s (ways p (b + i)))).
    { rewrite IH. split; intros [i [is_hole [pos ins]]].
      - exists (i + 1). simpl. destruct (Z.eqb_spec (i + 1) 0); [lia|].
        replace (i + 1 - 1) with i by lia. replace (b + (i + 1)) with (b + 1 + i) by lia. auto with zarith.
      - exists (i - 1). simpl in is_hole. destruct (Z.eqb_spec i 0); [lia|].
        replace (b + 1 + (i - 1)) with (b + i) by lia. auto with zarith. }
    destruct (Z.eqb_spec v 0) as [->|full].
    + rewrite in_app_iff, later. split.
      * intros [ins|[i [is_hole [pos ins]]]].
        -- exists 0. simpl. rewrite Z.add_0_r. auto with zarith.
        -- exists i. auto with zarith.
      * intros [i [is_hole [pos ins]]]. destruct (Z.eq_dec i 0) as [->|].
        -- left. now rewrite Z.add_0_r in ins.
        -- right. exists i. auto with zarith.
    + rewrite later. split; intros [i [is_hole [pos ins]]].
      * exists i. auto with zarith.
      * exists i. assert (i <> 0) by (intros ->; contradiction).
        auto with zarith.
Qed.

Lemma listing_right s c t : here s ->
  ((exists n, In (n, (c, t)) (listing (rules_of p) s)) <-> step p s c t).
Proof.
  intro at_s. unfold rules_of, step. simpl.
  assert (same : length s = length (pebbles p)) by (now apply Permutation_length).
  assert (listed : (exists n, In (n, (c, t)) (moves_in s s (table_from p (pebbles p) 0))) <->
    exists b, get s b = 0 /\ exists n, In (n, (c, t)) (fill s (ways p b))).
  { split.
    - intros [n ins]. apply (moves_in_right s _ s (pebbles p) 0 same) in ins as [i [hole [_ ins]]]. eauto.
    - intros [b [hole [n ins]]]. exists n. apply (moves_in_right s _ s (pebbles p) 0 same).
      exists b. repeat split; [assumption | apply (inside s); lia | assumption]. }
  rewrite listed. split.
  - intros [b [hole ins]]. apply fill_right in ins as [-> [h [rest [ins [full ->]]]]].
    split; [reflexivity|]. apply ways_right in ins. destruct (slides p).
    + destruct ins as [ins [r [= -> ->]]]. exists b, r. auto.
    + destruct ins as [a [next [= -> ->]]]. exists a, b. repeat split; auto. apply full. now left.
  - intros [-> m]. destruct (slides p) eqn:sl.
    + destruct m as [hole [rest [ins [is_hole [full ->]]]]]. exists hole. split; [assumption|].
      apply fill_right. split; [reflexivity|]. exists hole, rest. repeat split; auto.
      apply ways_right. rewrite sl. eauto.
    + destruct m as [a [b [next [pebble [hole ->]]]]]. exists b. split; [assumption|].
      apply fill_right. split; [reflexivity|]. exists b, [a]. repeat split.
      * apply ways_right. rewrite sl. eauto.
      * intros d [<-|[]]. assumption.
Qed.

(** ** Goals *)

Lemma all_home_right s : forall wanted,
  all_home s wanted = true <-> forall i, 0 < get s i -> get s i = get wanted i.
Proof.
  induction s as [|v s IH]; intro wanted; simpl.
  - split; [intros _ i H; lia | reflexivity].
  - rewrite andb_true_iff, orb_true_iff, Z.leb_le, Z.eqb_eq, IH. split.
    + intros [first rest] i. destruct (Z.eqb_spec i 0) as [->|].
      * destruct wanted; simpl in *; lia.
      * intro pos. rewrite (rest _ pos). destruct wanted; simpl; [reflexivity|].
        now destruct (Z.eqb_spec i 0).
    + intro all. split.
      * specialize (all 0). simpl in all. destruct wanted; simpl in *; lia.
      * intros i pos. assert (0 <= i) by (apply (inside s); lia). specialize (all (i + 1)).
        destruct (Z.eqb_spec (i + 1) 0); [lia|]. replace (i + 1 - 1) with i in all by lia.
        rewrite (all pos). destruct wanted; simpl; [reflexivity|].
        destruct (Z.eqb_spec (i + 1) 0); [lia|]. f_equal. lia.
Qed.

Lemma misplaced_goal s : forall wanted, all_home s wanted = true -> misplaced wanted s = 0.
Proof.
  induction s as [|v s IH]; intros wanted home; simpl in *; [reflexivity|].
  apply andb_prop in home as [first rest]. rewrite first, (IH _ rest). reflexivity.
Qed.

(** Changing one field adds or takes one misplaced pebble at most; none is lost where a hole is filled. *)
Lemma misplaced_put s : forall wanted i v, misplaced wanted s <= 1 + misplaced wanted (put s i v).
Proof.
  induction s as [|w s IH]; intros wanted i v; simpl; [lia|].
  destruct (i =? 0); simpl.
  - destruct ((w <=? 0) || (w =? hd (-1) wanted)), ((v <=? 0) || (v =? hd (-1) wanted)); cbv iota; lia.
  - specialize (IH (tl wanted) (i - 1) v). lia.
Qed.

Lemma misplaced_fill s : forall wanted i v, get s i = 0 -> misplaced wanted s <= misplaced wanted (put s i v).
Proof.
  induction s as [|w s IH]; intros wanted i v hole; simpl in *; [lia|].
  destruct (i =? 0); simpl.
  - subst w. simpl. destruct ((v <=? 0) || (v =? hd (-1) wanted)); cbv iota; lia.
  - specialize (IH (tl wanted) (i - 1) v hole). lia.
Qed.

Lemma misplaced_right : slides p = false ->
  right_numbers state (step p) (goal p) here (misplaced (plates p)).
Proof.
  intro sl. split.
  - intros s _ is. rewrite misplaced_goal; [lia|]. apply all_home_right. exact is.
  - intros s c t _ [-> m]. rewrite sl in m. destruct m as [a [b [_ [pebble [hole ->]]]]]. unfold move.
    pose proof (misplaced_fill s (plates p) b (get s a) hole).
    pose proof (misplaced_put (put s b (get s a)) (plates p) a 0). lia.
Qed.

(** ** All goals are among those that [goals_under] asks for. *)

Lemma without_in v s : existsb (fun w => w =? v) s = true -> Permutation s (v :: without v s).
Proof.
  induction s as [|w s IH]; simpl; [discriminate|]. destruct (Z.eqb_spec w v) as [->|]; simpl; [reflexivity|].
  intro found. eapply perm_trans; [apply perm_skip, IH, found | apply perm_swap].
Qed.

Lemma tokens_permute s t : Permutation s t -> Permutation (tokens_of s) (tokens_of t).
Proof.
  unfold tokens_of. induction 1; simpl; repeat match goal with |- context [if ?b then _ else _] => destruct b end;
    try constructor; try assumption; try reflexivity. eapply perm_trans; eassumption.
Qed.

Lemma count_permutes v s t : Permutation s t -> count v s = count v t.
Proof. induction 1; simpl; lia. Qed.

Lemma count_absent v s : (forall w, In w s -> w <> v) -> count v s = 0.
Proof.
  induction s as [|w s IH]; simpl; intro absent; [reflexivity|].
  destruct (Z.eqb_spec w v); [exfalso; apply (absent w); auto | rewrite IH; auto].
Qed.

Lemma count_not_below v s : 0 <= count v s.
Proof. induction s as [|w s IH]; simpl; [lia | destruct (w =? v); lia]. Qed.

Lemma count_home v s : forall wanted, all_home s wanted = true -> count v (tokens_of s) <= count v wanted.
Proof.
  induction s as [|w s IH]; intros wanted home; simpl; [apply count_not_below|].
  simpl in home. apply andb_prop in home as [first rest]. specialize (IH _ rest).
  assert (count v (tl wanted) <= count v wanted).
  { destruct wanted as [|x wanted]; simpl; [lia | destruct (x =? v); lia]. }
  destruct (Z.ltb_spec 0 w) as [pos|]; [|lia]. simpl. destruct (Z.eqb_spec w v) as [->|]; [|lia].
  rewrite orb_true_iff, Z.leb_le, Z.eqb_eq in first. destruct first as [|same]; [lia|].
  destruct wanted as [|x wanted]; simpl in *; [lia|]. subst x. rewrite Z.eqb_refl. lia.
Qed.

Lemma goals_under_right list s : forall wanted left key,
  goals_under list wanted left key = true -> size s = size wanted -> (forall v, In v s -> 0 <= v) ->
  all_home s wanted = true -> Permutation (tokens_of s) left ->
  find_key list (rev_append s key) = Some 0.
Proof.
  induction s as [|v s IH]; intros [|plate wanted] left key all same pos home lies;
    rewrite ?size_cons in same; try (unfold size in same; cbn [length] in same; lia).
  - simpl in *. apply Permutation_nil in lies as ->.
    destruct (find_key list key) as [n|]; [|discriminate]. apply Z.eqb_eq in all as ->. reflexivity.
  - simpl in home. apply andb_prop in home as [first home]. simpl in all. apply andb_prop in all as [put_it leave_it].
    assert (0 <= v) by (apply pos; now left).
    assert (pos_rest : forall w, In w s -> 0 <= w) by (intros; apply pos; now right).
    unfold tokens_of in lies. simpl in lies. fold (tokens_of s) in lies.
    destruct (Z.ltb_spec 0 v) as [token|].
    + rewrite orb_true_iff, Z.leb_le, Z.eqb_eq in first. destruct first as [|<-]; [lia|].
      assert (there : existsb (fun w => w =? v) left = true).
      { apply existsb_exists. exists v. split; [|apply Z.eqb_refl]. apply (Permutation_in v lies). now left. }
      rewrite there in put_it. apply (IH wanted (without v left)); auto; [lia|].
      apply (Permutation_cons_inv (a := v)). eapply perm_trans; [exact lies | now apply without_in].
    + assert (v = 0) as -> by lia.
      assert (count plate left <=? count plate wanted = true) as fits.
      { apply Z.leb_le. rewrite <- (count_permutes plate _ _ lies). now apply count_home. }
      rewrite fits in leave_it. apply (IH wanted left); auto. lia.
Qed.

Lemma all_goals list s : goals_listed p list = true -> here s -> goal p s -> find list s = Some 0.
Proof.
  intros all at_s is. unfold find. apply (goals_under_right list s (plates p) (tokens_of (pebbles p))).
  - exact all.
  - now apply size_here.
  - now apply no_negative.
  - now apply all_home_right.
  - now apply tokens_permute.
Qed.

End Pebbles.

(** What a proof file says about the puzzle. *)
Definition true_of (p : puzzle) (f : proof) : Prop :=
  match f with
  | No_solution _ => unsolvable state (step p) (goal p) (pebbles p)
  | Lower_bound length _ _ => no_solution_below state (step p) (goal p) length (pebbles p)
  | Optimal length _ _ _ =>
      no_solution_below state (step p) (goal p) length (pebbles p) /\
      solution_of state (step p) (goal p) length (pebbles p)
  end.

Theorem checked_is_true p f : check p f = true -> true_of p f.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[formed fits] checked].
  assert (result : holds (rules_of p) (step p) (goal p) (claim_of p f)).
  { apply (accepted_holds (rules_of p) (goals_listed p) (step p) (goal p) (here p) True).
    - intros s c t [-> _]. lia.
    - intros s c t at_s m. now apply (listing_right p s c t at_s).
    - intros s n c t at_s ins. apply (listing_right p s c t at_s). eauto.
    - intros s _. apply all_home_right.
    - unfold here. reflexivity.
    - now apply here_stays.
    - intros _ s c t. now apply undo.
    - intros _ list s. now apply all_goals.
    - assert (good : allowed (step p) (goal p) (here p) True (default_of p (default_named f))).
      { destruct (default_named f); simpl; auto. apply negb_true_iff in fits. now apply misplaced_right. }
      destruct f; simpl in *; auto.
    - exact checked. }
  destruct f; exact result.
Qed.
