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
| Graph (near : list (list Z))   (* the neighbours of each cell, each pair from both sides; one pebble moves *)
| Grid (rows columns : Z).       (* one or more pebbles of a row or a column move *)

Record puzzle := {
  board : layout;
  plates : state;
  pebbles : state
}.

Fixpoint pairs (near : list (list Z)) (b : Z) : list (list Z) :=
  match near with
  | [] => []
  | cells :: rest => map (fun a => [b; a]) cells ++ pairs rest (b + 1)
  end.

(** The lines along which pebbles go: two neighbours; or a row or a column; always in both directions. *)
Definition lines (l : layout) : list (list Z) :=
  match l with
  | Graph near => pairs near 0
  | Grid rows columns =>
      let one_way :=
        map (fun row => map (fun column => row * columns + column) (range columns)) (range rows) ++
        map (fun column => map (fun row => row * columns + column) (range rows)) (range columns) in
      one_way ++ map (@rev Z) one_way
  end.

(** The pebble on cell a goes to the hole b. *)
Definition move (s : state) (a b : Z) : state := put (put s b (get s a)) a 0.

(** Every pebble of a line goes one cell along it, into the hole at its beginning. *)
Fixpoint slide (s : state) (line : list Z) : state :=
  match line with
  | hole :: (next :: _) as rest => slide (move s next hole) rest
  | _ => s
  end.

(** A move: a hole and, next to it on a line, one or more pebbles without a gap. *)
Definition step (p : puzzle) (s : state) (c : Z) (t : state) :=
  c = 1 /\ exists before hole run after,
    In (before ++ (hole :: run) ++ after) (lines (board p)) /\ run <> [] /\
    get s hole = 0 /\ (forall cell, In cell run -> 0 < get s cell) /\ t = slide s (hole :: run).

(** Every pebble lies on a plate of its token. *)
Definition goal (p : puzzle) (s : state) := forall i, 0 < get s i -> get s i = get (plates p) i.

(** * Programs *)

(** The rest of each line behind a cell: how a hole there can be filled. *)
Fixpoint behind (b : Z) (line : list Z) : list (list Z) :=
  match line with
  | [] => []
  | cell :: rest => if cell =? b then [rest] else behind b rest
  end.

Definition ways (p : puzzle) (b : Z) : list (list Z) :=
  match board p with
  | Graph near => map (fun a => [a]) (around near b)
  | Grid _ _ => flat_map (behind b) (lines (board p))
  end.

Fixpoint table_from (p : puzzle) (cells : state) (b : Z) : list (Z * list (list Z)) :=
  match cells with
  | [] => []
  | _ :: rest => (b, ways p b) :: table_from p rest (b + 1)
  end.

(** The moves into a hole along a way, as long as there are pebbles: a move is named by the cell of its
    farthest pebble and the hole. *)
Fixpoint along (s : state) (hole gap : Z) (way : list Z) : list (name * (Z * state)) :=
  match way with
  | [] => []
  | cell :: rest =>
      if 0 <? get s cell
      then let after := move s cell gap in ([cell; hole], (1, after)) :: along after hole cell rest
      else []
  end.

Fixpoint moves_in (s cells : state) (table : list (Z * list (list Z))) : list (name * (Z * state)) :=
  match cells, table with
  | v :: cells', (b, ways) :: table' =>
      if v =? 0 then flat_map (along s b b) ways ++ moves_in s cells' table' else moves_in s cells' table'
  | _, _ => []
  end.

(** Whether a test holds for every move; the same moves, one at a time. *)
Fixpoint every_along (s : state) (gap : Z) (way : list Z) (test : Z -> state -> bool) : bool :=
  match way with
  | [] => true
  | cell :: rest =>
      if 0 <? get s cell
      then let after := move s cell gap in test 1 after && every_along after cell rest test
      else true
  end.

Fixpoint every_in (s cells : state) (table : list (Z * list (list Z))) (test : Z -> state -> bool) : bool :=
  match cells, table with
  | v :: cells', (b, ways) :: table' =>
      (if v =? 0 then forallb (fun way => every_along s b way test) ways else true) &&
      every_in s cells' table' test
  | _, _ => true
  end.

(** The moves into one hole. *)
Definition moves_into (s : state) (hole : Z) (table : list (Z * list (list Z))) : list (name * (Z * state)) :=
  moves_in s (put (map (fun _ => 1) s) hole (get s hole)) table.

Fixpoint all_home (s plates : state) : bool :=
  match s with
  | [] => true
  | v :: rest => ((v <=? 0) || (v =? hd (-1) plates)) && all_home rest (tl plates)
  end.

(** The sum of what the tables, one for each cell, say of the pebbles there. *)
Fixpoint sum (tables : list (list Z)) (s : state) : Z :=
  match s with
  | [] => 0
  | v :: rest => worth (hd [] tables) v + sum (tl tables) rest
  end.

(** The tables say 0 of holes, and of pebbles on their plates. *)
Fixpoint none_at_home (tables : list (list Z)) (plates : state) : bool :=
  match plates with
  | [] => true
  | plate :: rest =>
      (worth (hd [] tables) 0 =? 0) && (worth (hd [] tables) plate =? 0) && none_at_home (tl tables) rest
  end.

(** A pebble that goes from the cell of the first table to that of the second loses 1 at most. *)
Fixpoint loses_one (table other : list Z) : bool :=
  match table with
  | [] => true
  | n :: rest => (n <=? 1 + Z.max 0 (hd 0 other)) && loses_one rest (tl other)
  end.

Definition right_tables (p : puzzle) (tables : list (list Z)) : bool :=
  match board p with
  | Graph near =>
      none_at_home tables (plates p) &&
      forallb (fun line =>
        match line with [b; a] => loses_one (around tables a) (around tables b) | _ => true end) (pairs near 0)
  | Grid _ _ => false
  end.

Fixpoint without (v : Z) (s : state) : state :=
  match s with
  | [] => []
  | w :: rest => if w =? v then rest else w :: without v rest
  end.

(** Whether every goal is in a list with the number 0: every way to lay the pebbles that are left on the
    plates. *)
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

Definition every_goal_in (p : puzzle) (list : store) : bool :=
  goals_under list (plates p) (tokens_of (pebbles p)) [].

Definition rules_of (p : puzzle) : rules :=
  let table := table_from p (pebbles p) 0 in {|
  start := pebbles p;
  is_goal := fun s => all_home s (plates p);
  every_move := fun s => every_in s s table;
  tables_right := right_tables p;
  sum_of := sum;
  goals_listed := Some (every_goal_in p);
  opening := pebbles p;
  named := fun s asked => match asked with [_; hole] => moves_into s hole table | _ => [] end
|}.

Definition well_formed (p : puzzle) : bool :=
  (size (pebbles p) =? size (plates p)) && forallb (fun v => 0 <=? v) (pebbles p) &&
  forallb distinct (lines (board p)) &&
  match board p with
  | Graph near => forallb (fun line =>
      match line with [b; a] => existsb (fun c => c =? b) (around near a) | _ => true end) (pairs near 0)
  | Grid _ _ => true
  end.

Definition check (p : puzzle) (c : claim) : bool := well_formed p && check_claim (rules_of p) c.

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
  destruct formed as [[[_ all] _] _]. apply Z.leb_le, all, (Permutation_in v at_s ins).
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

(** After a slide the hole is at the far end, pebbles lie on the other cells of the line, and the same cells
    the other way round take them back. *)
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

Lemma lines_distinct line : In line (lines (board p)) -> NoDup line.
Proof.
  intro ins. unfold well_formed in formed. rewrite !andb_true_iff, (forallb_forall distinct) in formed.
  destruct formed as [[_ all] _]. now apply distinct_no_dup, all.
Qed.

Lemma end_distinct (before after : list Z) : NoDup (before ++ after) -> NoDup after.
Proof. induction before; simpl; [auto|]. inversion 1; auto. Qed.

Lemma begin_distinct (before after : list Z) : NoDup (before ++ after) -> NoDup before.
Proof.
  induction before as [|c before IH]; simpl; intro d; [constructor|]. inversion d as [|? ? not_in d']; subst.
  constructor; [|auto]. intro ins. apply not_in, in_or_app. now left.
Qed.

Lemma run_distinct before run after : In (before ++ run ++ after) (lines (board p)) -> NoDup run.
Proof. intro ins. apply lines_distinct, end_distinct, begin_distinct in ins. assumption. Qed.

Lemma around_before (near : list (list Z)) : forall i, i < 0 -> around near i = [].
Proof.
  induction near as [|cells near IH]; simpl; intros i before; [reflexivity|].
  destruct (Z.eqb_spec i 0); [lia | apply IH; lia].
Qed.

Lemma in_pairs near line : forall k,
  In line (pairs near k) <-> exists b a, line = [b; a] /\ In a (around near (b - k)).
Proof.
  induction near as [|cells near IH]; intro k; simpl.
  - split; [contradiction | intros [b [a [_ []]]]].
  - rewrite in_app_iff, in_map_iff, IH. split.
    + intros [[a [<- ins]]|[b [a [-> ins]]]].
      * exists k, a. rewrite Z.sub_diag. auto.
      * exists b, a. split; [reflexivity|]. destruct (Z.eqb_spec (b - k) 0).
        -- rewrite around_before in ins by lia. contradiction.
        -- replace (b - k - 1) with (b - (k + 1)) by lia. assumption.
    + intros [b [a [-> ins]]]. destruct (Z.eqb_spec (b - k) 0).
      * left. exists a. replace b with k by lia. auto.
      * right. exists b, a. replace (b - (k + 1)) with (b - k - 1) by lia. auto.
Qed.

Lemma lines_both_ways line : In line (lines (board p)) -> In (rev line) (lines (board p)).
Proof.
  unfold well_formed in formed. rewrite !andb_true_iff in formed. destruct formed as [_ both].
  destruct (board p) as [near | rows columns]; simpl.
  - intro ins. rewrite forallb_forall in both. specialize (both _ ins).
    apply in_pairs in ins as [b [a [-> _]]]. apply in_pairs. exists a, b. split; [reflexivity|].
    rewrite Z.sub_0_r. apply existsb_exists in both as [c [ins same]]. apply Z.eqb_eq in same as ->.
    exact ins.
  - rewrite !in_app_iff. intros [ins|ins].
    + right. rewrite <- in_app_iff in *. now apply in_map.
    + left. rewrite <- in_app_iff in *. apply in_map_iff in ins as [run [<- ins]]. now rewrite rev_involutive.
Qed.

Lemma here_stays s c t : here s -> step p s c t -> here t.
Proof.
  unfold here. intros at_s [_ [before [hole [run [after [ins [_ [is_hole [full ->]]]]]]]]].
  apply perm_trans with s; [|assumption].
  apply slide_permutes; simpl; try assumption. now apply run_distinct in ins.
Qed.

Lemma undo s c t : here s -> step p s c t -> step p t c s.
Proof.
  intros _ [-> [before [hole [run [after [ins [some [is_hole [full ->]]]]]]]]]. split; [reflexivity|].
  destruct (slide_back (hole :: run) s) as [far [along [_ back]]]; simpl; try assumption; try discriminate.
  { now apply run_distinct in ins. }
  apply lines_both_ways in ins. rewrite !rev_app_distr, <- app_assoc in ins.
  destruct (rev (hole :: run)) as [|first middle] eqn:E.
  { apply (f_equal (@length Z)) in E. rewrite rev_length in E. discriminate. }
  exists (rev after), first, middle, (rev before). repeat split; auto.
  intros ->. apply (f_equal (@length Z)) in E. rewrite rev_length in E. simpl in E.
  destruct run; [now apply some | discriminate].
Qed.

(** ** The list of moves *)

Lemma in_behind b rest line : In rest (behind b line) -> exists before, line = before ++ b :: rest.
Proof.
  induction line as [|cell line IH]; simpl; [contradiction|]. destruct (Z.eqb_spec cell b) as [->|].
  - intros [->|[]]. now exists [].
  - intro ins. destruct (IH ins) as [before ->]. now exists (cell :: before).
Qed.

Lemma behind_in b rest before : NoDup (before ++ b :: rest) -> In rest (behind b (before ++ b :: rest)).
Proof.
  induction before as [|cell before IH]; simpl; intro d.
  - rewrite Z.eqb_refl. now left.
  - inversion d as [|? ? not_in d']; subst. destruct (Z.eqb_spec cell b) as [->|]; [|auto].
    exfalso. apply not_in, in_or_app. right. now left.
Qed.

Lemma ways_right b rest : rest <> [] ->
  (In rest (ways p b) <-> exists before, In (before ++ b :: rest) (lines (board p))).
Proof.
  intro some. pose proof lines_distinct as apart. unfold ways.
  destruct (board p) as [near | rows columns] eqn:E.
  - rewrite in_map_iff. simpl. split.
    + intros [a [<- ins]]. exists []. apply in_pairs. exists b, a. rewrite Z.sub_0_r. auto.
    + intros [before ins]. apply in_pairs in ins as [c [a [same ins]]]. rewrite Z.sub_0_r in ins.
      destruct before as [|x before].
      * injection same as -> ->. eauto.
      * destruct before as [|y before]; simpl in same; [|injection same; intros; now destruct before].
        injection same as -> -> ->. now exfalso.
  - rewrite in_flat_map. split.
    + intros [line [ins found]]. apply in_behind in found as [before ->]. eauto.
    + intros [before ins]. exists (before ++ b :: rest). split; [exact ins|]. apply behind_in, apart, ins.
Qed.

Lemma along_right hole way n c t : forall s gap, NoDup (gap :: way) ->
  get s gap = 0 ->
  (In (n, (c, t)) (along s hole gap way) -> c = 1 /\ exists run after,
    way = run ++ after /\ run <> [] /\ (forall cell, In cell run -> 0 < get s cell) /\ t = slide s (gap :: run)).
Proof.
  induction way as [|cell way IH]; simpl; intros s gap d is_hole ins; [contradiction|].
  destruct (Z.ltb_spec 0 (get s cell)) as [pebble|]; [|contradiction].
  inversion d as [|? ? not_in d']; subst. inversion d' as [|? ? not_in' _]; subst.
  destruct (after_move s cell gap pebble is_hole) as [now_hole [_ others]].
  destruct ins as [[= _ <- <-]|ins].
  - split; [reflexivity|]. exists [cell], way. repeat split; [discriminate|].
    intros x [<-|[]]. assumption.
  - destruct (IH _ _ d' now_hole ins) as [-> [run [after [-> [_ [full ->]]]]]]. split; [reflexivity|].
    exists (cell :: run), after. repeat split; [discriminate|]. intros x [<-|ins']; [assumption|].
    rewrite <- others.
    + now apply full.
    + intros ->. apply not_in'. apply in_or_app. now left.
    + intros ->. apply not_in. right. apply in_or_app. now left.
Qed.

Lemma along_complete hole after run : forall s gap, NoDup (gap :: run) -> run <> [] -> get s gap = 0 ->
  (forall cell, In cell run -> 0 < get s cell) ->
  exists n, In (n, (1, slide s (gap :: run))) (along s hole gap (run ++ after)).
Proof.
  induction run as [|cell run IH]; intros s gap d some is_hole full; [contradiction|].
  assert (pebble : 0 < get s cell) by (apply full; now left).
  inversion d as [|? ? not_in d']; subst. inversion d' as [|? ? not_in' _]; subst.
  destruct (after_move s cell gap pebble is_hole) as [now_hole [_ others]].
  simpl. destruct (Z.ltb_spec 0 (get s cell)); [|lia].
  change (slide s (gap :: cell :: run)) with (slide (move s cell gap) (cell :: run)).
  destruct run as [|next run].
  - exists [cell; hole]. now left.
  - destruct (IH (move s cell gap) cell) as [n ins]; try assumption; try discriminate.
    + intros x ins. rewrite others; [apply full; now right | |].
      * intros ->. contradiction.
      * intros ->. apply not_in. now right.
    + exists n. now right.
Qed.

Lemma moves_in_right s m : forall rest cells b, length rest = length cells ->
  (In m (moves_in s rest (table_from p cells b)) <->
   exists i, get rest i = 0 /\ 0 <= i /\ In m (flat_map (along s (b + i) (b + i)) (ways p (b + i)))).
Proof.
  induction rest as [|v rest IH]; intros [|w cells] b same; try discriminate; simpl.
  - split; [contradiction | intros [i [H _]]; lia].
  - injection same as same. specialize (IH cells (b + 1) same).
    assert (later : In m (moves_in s rest (table_from p cells (b + 1))) <->
      exists i, get (v :: rest) i = 0 /\ 0 < i /\ In m (flat_map (along s (b + i) (b + i)) (ways p (b + i)))).
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
  ((exists n, In (n, (c, t)) (moves_in s s (table_from p (pebbles p) 0))) <-> step p s c t).
Proof.
  intro at_s. unfold step.
  assert (same : length s = length (pebbles p)) by (now apply Permutation_length).
  split.
  - intros [n ins]. apply (moves_in_right s _ s (pebbles p) 0 same) in ins as [b [is_hole [_ ins]]].
    rewrite Z.add_0_l in ins. apply in_flat_map in ins as [way [there ins]].
    assert (some : way <> []) by (intros ->; contradiction).
    apply (ways_right b way some) in there as [before there].
    apply along_right in ins as [-> [run [after [-> [more [full ->]]]]]].
    + split; [reflexivity|]. exists before, b, run, after. auto.
    + pose proof (lines_distinct _ there) as d. now apply end_distinct in d.
    + assumption.
  - intros [-> [before [hole [run [after [ins [some [is_hole [full ->]]]]]]]]].
    destruct (along_complete hole after run s hole) as [n found]; try assumption.
    { exact (run_distinct before (hole :: run) after ins). }
    exists n. apply (moves_in_right s _ s (pebbles p) 0 same). exists hole. rewrite Z.add_0_l.
    repeat split; [assumption | apply (inside s); lia |]. apply in_flat_map. exists (run ++ after).
    split; [|assumption]. apply ways_right; [|now exists before].
    destruct run; [now exfalso | discriminate].
Qed.

Lemma every_along_right hole test way : forall s gap,
  every_along s gap way test = forallb (fun '(_, (c, t)) => test c t) (along s hole gap way).
Proof.
  induction way as [|cell way IH]; simpl; intros s gap; [reflexivity|].
  destruct (0 <? get s cell); simpl; [now rewrite IH | reflexivity].
Qed.

Lemma every_in_right s test : forall cells table,
  every_in s cells table test = forallb (fun '(_, (c, t)) => test c t) (moves_in s cells table).
Proof.
  induction cells as [|v cells IH]; intros [|[b ways] table]; simpl; try reflexivity.
  rewrite IH. destruct (v =? 0); [|reflexivity]. rewrite forallb_app. f_equal.
  induction ways as [|way ways IHw]; simpl; [reflexivity|].
  now rewrite forallb_app, IHw, (every_along_right b).
Qed.

Lemma into_hole s hole m : here s ->
  In m (moves_into s hole (table_from p (pebbles p) 0)) -> In m (moves_in s s (table_from p (pebbles p) 0)).
Proof.
  intros at_s ins. assert (same : length s = length (pebbles p)) by (now apply Permutation_length).
  assert (ones : forall l i, get (map (fun _ : Z => 1) l) i <> 0).
  { clear. induction l as [|v l IH]; simpl; intro i; [lia|]. destruct (i =? 0); [lia | apply IH]. }
  assert (long : length (put (map (fun _ : Z => 1) s) hole (get s hole)) = length (pebbles p)).
  { pose proof (size_put (map (fun _ : Z => 1) s) hole (get s hole)) as sizes. unfold size in sizes.
    rewrite map_length in sizes. lia. }
  apply (moves_in_right s m _ _ 0 long) in ins as [i [is_hole [pos ins]]].
  apply (moves_in_right s m s _ 0 same). exists i. repeat split; try assumption.
  destruct (Z.eq_dec hole i) as [<-|other].
  - destruct (Z.lt_decidable hole (size s)) as [low|high].
    + rewrite get_put_same in is_hole; [assumption|]. unfold size in *. rewrite map_length. lia.
    + exfalso. rewrite get_outside in is_hole; [lia|]. rewrite size_put. unfold size in *.
      rewrite map_length. lia.
  - exfalso. rewrite get_put_other in is_hole by assumption. now apply (ones s i).
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

(** ** Tables *)

Lemma worth_not_below table v : 0 <= worth table v.
Proof. unfold worth. lia. Qed.

Lemma loses_one_right table : forall other v, loses_one table other = true -> worth table v <= 1 + worth other v.
Proof.
  unfold worth. induction table as [|n table IH]; intros other v loses; simpl in *; [lia|].
  apply andb_prop in loses as [first rest]. apply Z.leb_le in first.
  destruct other as [|m other]; simpl in *.
  - specialize (IH [] (v - 1) rest). simpl in IH. destruct (v =? 0); lia.
  - specialize (IH other (v - 1) rest). destruct (v =? 0); lia.
Qed.

Lemma sum_put s : forall tables i v, 0 <= i < size s ->
  sum tables (put s i v) + worth (around tables i) (get s i) = sum tables s + worth (around tables i) v.
Proof.
  induction s as [|w s IH]; intros tables i v ins; [unfold size in ins; simpl in ins; lia|].
  rewrite size_cons in ins. cbn [put get sum].
  assert (first : i = 0 -> around tables i = hd [] tables) by (intros ->; now destruct tables).
  assert (later : i <> 0 -> around tables i = around (tl tables) (i - 1)).
  { intro. destruct tables; simpl; [reflexivity|]. now destruct (Z.eqb_spec i 0). }
  destruct (Z.eqb_spec i 0) as [zero|more]; cbn [sum].
  - rewrite (first zero). lia.
  - rewrite (later more). specialize (IH (tl tables) (i - 1) v). lia.
Qed.

Lemma none_at_home_hole wanted : forall tables i,
  none_at_home tables wanted = true -> 0 <= i < size wanted -> worth (around tables i) 0 = 0.
Proof.
  induction wanted as [|plate wanted IH]; intros tables i none ins;
    [unfold size in ins; simpl in ins; lia|].
  rewrite size_cons in ins. simpl in none. rewrite !andb_true_iff, !Z.eqb_eq in none.
  destruct none as [[hole _] rest]. destruct (Z.eqb_spec i 0) as [->|].
  - destruct tables; [reflexivity | exact hole].
  - specialize (IH _ (i - 1) rest). destruct tables; simpl in *; [reflexivity|].
    destruct (Z.eqb_spec i 0); [lia | apply IH; lia].
Qed.

Lemma none_at_home_sum s : forall tables wanted, size s = size wanted -> (forall v, In v s -> 0 <= v) ->
  none_at_home tables wanted = true -> all_home s wanted = true -> sum tables s = 0.
Proof.
  induction s as [|v s IH]; intros tables [|plate wanted] same pos none home; try reflexivity;
    rewrite ?size_cons in same; try (unfold size in same; cbn [length] in same; lia).
  simpl in *. rewrite !andb_true_iff, !Z.eqb_eq in none. destruct none as [[hole plated] rest].
  apply andb_prop in home as [first home].
  rewrite (IH (tl tables) wanted); auto; [|lia].
  rewrite orb_true_iff, Z.leb_le, Z.eqb_eq in first. destruct first as [low|<-].
  - assert (v = 0) as -> by (specialize (pos v (or_introl eq_refl)); lia). lia.
  - lia.
Qed.

Lemma sums_right tables : right_tables p tables = true -> right_numbers state (step p) (goal p) here (sum tables).
Proof.
  unfold right_tables. destruct (board p) as [near|] eqn:graph; [|discriminate].
  rewrite andb_true_iff, forallb_forall. intros [none loses]. split.
  - intros s at_s is. apply all_home_right in is.
    rewrite (none_at_home_sum s tables (plates p)); auto; [lia | now apply size_here | now apply no_negative].
  - intros s c t at_s [-> [before [hole [run [after [ins [some [is_hole [full ->]]]]]]]]].
    rewrite graph in ins. pose proof ins as line. apply in_pairs in ins as [b [a [same _]]].
    assert (run = [a] /\ hole = b) as [-> ->].
    { destruct run as [|x run]; [now exfalso|].
      apply (f_equal (@length Z)) in same as long. rewrite !app_length in long. simpl in long.
      destruct before; [|simpl in long; lia]. destruct run; [|simpl in long; lia].
      now injection same as -> ->. }
    rewrite same in line. pose proof (loses _ line) as lost. simpl in lost.
    apply loses_one_right with (v := get s a) in lost.
    assert (pebble : 0 < get s a) by (apply full; now left).
    assert (a <> b) by (intros ->; lia).
    assert (0 <= a < size s) by (apply inside; lia). assert (0 <= b < size s) by (apply inside; lia).
    change (slide s [b; a]) with (move s a b). unfold move.
    pose proof (sum_put s tables b (get s a)) as first.
    pose proof (sum_put (put s b (get s a)) tables a 0) as second.
    rewrite size_put, get_put_other in second by lia. rewrite is_hole in first.
    assert (worth (around tables b) 0 = 0).
    { apply (none_at_home_hole (plates p)); [exact none|]. now rewrite <- (size_here s at_s). }
    pose proof (worth_not_below (around tables a) 0). lia.
Qed.

(** ** All goals are among those that [goals_under] asks for. *)

Lemma without_in v s : existsb (fun w => w =? v) s = true -> Permutation s (v :: without v s).
Proof.
  induction s as [|w s IH]; simpl; [discriminate|]. destruct (Z.eqb_spec w v) as [->|]; simpl; [reflexivity|].
  intro found. eapply perm_trans; [apply perm_skip, IH, found | apply perm_swap].
Qed.

Lemma tokens_permute s t : Permutation s t -> Permutation (tokens_of s) (tokens_of t).
Proof.
  unfold tokens_of.
  induction 1; simpl; repeat match goal with |- context [if ?b then _ else _] => destruct b end;
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
  - simpl in home. apply andb_prop in home as [first home]. simpl in all.
    apply andb_prop in all as [put_it leave_it].
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

Lemma all_goals list s : every_goal_in p list = true -> here s -> goal p s -> find list s = Some 0.
Proof.
  intros all at_s is. unfold find. apply (goals_under_right list s (plates p) (tokens_of (pebbles p))).
  - exact all.
  - now apply size_here.
  - now apply no_negative.
  - now apply all_home_right.
  - now apply tokens_permute.
Qed.

End Pebbles.

(** What the checker accepts is true. *)
Theorem checked_is_true p c : check p c = true -> holds (step p) (goal p) (pebbles p) c.
Proof.
  unfold check. rewrite andb_true_iff. intros [formed checked].
  assert (result : shown (rules_of p) (step p) (step p) (goal p) c); [|destruct c; exact result].
  apply (accepted_is_shown _ _ _ _ (here p) (here p)).
  - intros s k t [-> _]. lia.
  - simpl. intros s k t test at_s m all. apply (listing_right p formed s k t at_s) in m as [n ins].
    rewrite every_in_right, forallb_forall in all. exact (all _ ins).
  - intros s _ is. now apply all_home_right.
  - unfold here. reflexivity.
  - now apply here_stays.
  - simpl. now apply sums_right.
  - intros _ s k t _. now apply undo.
  - simpl. intros all_in list s [= <-]. now apply all_goals.
  - simpl. intros s asked n k t at_s ins. apply (listing_right p formed s k t at_s).
    destruct asked as [|? [|hole [|]]]; try contradiction. exists n. now apply (into_hole p s hole).
  - intros s _ is. exact (proj1 (all_home_right s (plates p)) is).
  - unfold here. reflexivity.
  - now apply here_stays.
  - exact checked.
Qed.
