(** Pieces on a grid: the rules, programs for them, and a checker of proofs that is proved right. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clew Require Import Potential Store Checker Fields Sorting.
Import ListNotations.
Local Open Scope Z_scope.

(** * The rules

    Field i of a position is the first cell, in reading order, that piece i covers. *)

Inductive metric := By_step | By_slide | By_piece.

Record puzzle := {
  height : Z;
  width : Z;
  walls : list Z;
  kinds : list Z;               (* the kind of each piece, ascending; pieces of one kind are alike *)
  shapes : list (list (Z * Z)); (* for each kind its cells: rows down and columns right of the first *)
  ways : list (list Z);         (* for each kind its directions: left 0, right 1, up 2, down 3 *)
  counted : metric;
  exit : bool;
  wanted : list (Z * list Z);   (* kinds, each with the cells that it must cover: one, if an exit, or all *)
  begin : state
}.

Definition down (d : Z) : Z := if d =? 2 then -1 else if d =? 3 then 1 else 0.
Definition right (d : Z) : Z := if d =? 0 then -1 else if d =? 1 then 1 else 0.

(** The cells that a piece of a kind covers, with its first cell on [cell]. *)
Definition cover (p : puzzle) (kind cell : Z) : list Z :=
  map (fun '(r, c) => (cell / width p + r) * width p + (cell mod width p + c)) (around (shapes p) kind).

(** A piece of a kind has room on the board, off the [taken] cells. *)
Definition fits (p : puzzle) (taken : list Z) (kind row column : Z) :=
  forall r c, In (r, c) (around (shapes p) kind) ->
    0 <= row + r < height p /\ 0 <= column + c < width p /\ ~ In ((row + r) * width p + (column + c)) taken.

Definition one_step (p : puzzle) (taken : list Z) (kind d a b : Z) :=
  let row := a / width p + down d in
  let column := a mod width p + right d in
  In d (around (ways p) kind) /\ fits p taken kind row column /\ b = row * width p + column.

(** One or more steps in one direction. *)
Inductive slides (p : puzzle) (taken : list Z) (kind d : Z) : Z -> Z -> Prop :=
| slide_one a b : one_step p taken kind d a b -> slides p taken kind d a b
| slide_on a b c : one_step p taken kind d a b -> slides p taken kind d b c -> slides p taken kind d a c.

(** Any number of steps in any directions. *)
Inductive walks (p : puzzle) (taken : list Z) (kind a : Z) : Z -> Prop :=
| walk_none : walks p taken kind a a
| walk_on d b c : walks p taken kind a b -> one_step p taken kind d b c -> walks p taken kind a c.

(** Where one move can bring a piece. *)
Definition ends (p : puzzle) (taken : list Z) (kind a b : Z) :=
  match counted p with
  | By_step => exists d, one_step p taken kind d a b
  | By_slide => exists d, slides p taken kind d a b
  | By_piece => walks p taken kind a b /\ a <> b
  end.

Definition covered (p : puzzle) (pieces : list (Z * Z)) : list Z :=
  flat_map (fun '(kind, cell) => cover p kind cell) pieces.

(** A move takes one piece; the walls and the other pieces are in its way. *)
Definition play (p : puzzle) (s : state) (c : Z) (t : state) :=
  c = 1 /\ exists before kind a after b,
    combine (kinds p) s = before ++ (kind, a) :: after /\
    ends p (walls p ++ covered p (before ++ after)) kind a b /\
    t = map snd (before ++ (kind, b) :: after).

Definition goal (p : puzzle) (s : state) :=
  forall kind cells a, In (kind, cells) (wanted p) -> In (kind, a) (combine (kinds p) s) ->
    if exit p then exists c, In c (cover p kind a) /\ In c cells
    else forall c, In c cells -> In c (cover p kind a).

(** * Programs *)

Definition fits_b (p : puzzle) (taken : list Z) (kind row column : Z) : bool :=
  forallb (fun '(r, c) =>
    (0 <=? row + r) && (row + r <? height p) && (0 <=? column + c) && (column + c <? width p) &&
    negb (is_in ((row + r) * width p + (column + c)) taken)) (around (shapes p) kind).

Definition step_to (p : puzzle) (taken : list Z) (kind a d : Z) : option Z :=
  let row := a / width p + down d in
  let column := a mod width p + right d in
  if fits_b p taken kind row column then Some (row * width p + column) else None.

(** Where a piece can slide: the directions of the steps, the last first, and the place. *)
Fixpoint ray (fuel : nat) (p : puzzle) (taken : list Z) (kind d : Z) (path : list Z) (a : Z) :
    option (list (list Z * Z)) :=
  match step_to p taken kind a d with
  | None => Some []
  | Some b =>
      match fuel with
      | O => None
      | S less =>
          match ray less p taken kind d (d :: path) b with
          | Some more => Some ((d :: path, b) :: more)
          | None => None
          end
      end
  end.

(** The places one step from a place that were not seen. *)
Fixpoint fresh (p : puzzle) (taken : list Z) (kind : Z) (path : list Z) (a : Z) (seen : list (list Z * Z))
    (directions : list Z) : list (list Z * Z) :=
  match directions with
  | [] => []
  | d :: rest =>
      match step_to p taken kind a d with
      | None => fresh p taken kind path a seen rest
      | Some b =>
          if existsb (fun '(_, c) => c =? b) seen then fresh p taken kind path a seen rest
          else (d :: path, b) :: fresh p taken kind path a ((d :: path, b) :: seen) rest
      end
  end.

Fixpoint flood (fuel : nat) (p : puzzle) (taken : list Z) (kind : Z) (seen queue : list (list Z * Z)) :
    option (list (list Z * Z)) :=
  match queue with
  | [] => Some seen
  | (path, a) :: rest =>
      match fuel with
      | O => None
      | S less =>
          let more := fresh p taken kind path a seen (around (ways p) kind) in
          flood less p taken kind (more ++ seen) (rest ++ more)
      end
  end.

Definition cells_of (p : puzzle) : Z := height p * width p.

Definition ends_of (p : puzzle) (taken : list Z) (kind a : Z) : option (list (list Z * Z)) :=
  let directions := around (ways p) kind in
  match counted p with
  | By_step =>
      Some (flat_map (fun d =>
        match step_to p taken kind a d with Some b => [([d], b)] | None => [] end) directions)
  | By_slide =>
      all_of (map (fun d => ray (Z.to_nat (height p + width p)) p taken kind d [] a) directions)
  | By_piece =>
      match flood (Z.to_nat (cells_of p)) p taken kind [([], a)] [([], a)] with
      | Some seen => Some (filter (fun '(_, b) => negb (a =? b)) seen)
      | None => None
      end
  end.

(** Whether a test holds for every move of the pieces that are left; [others] are the walls and what the
    pieces before them cover, [done] the places of these, the last first. *)
Fixpoint every_from (p : puzzle) (others done : list Z) (pieces : list (Z * Z * list Z)) (test : state -> bool) :
    bool :=
  match pieces with
  | [] => true
  | (kind, a, cells) :: rest =>
      let places := map (fun '(_, a, _) => a) rest in
      match ends_of p (flat_map snd rest ++ others) kind a with
      | Some found => forallb (fun '(_, b) => test (rev_append done (b :: places))) found
      | None => false
      end && every_from p (cells ++ others) (a :: done) rest test
  end.

Definition with_cells (p : puzzle) (pieces : list (Z * Z)) : list (Z * Z * list Z) :=
  map (fun '(kind, a) => (kind, a, cover p kind a)) pieces.

(** The moves of one piece, named by it and the path, the last step first. *)
Definition moves_of (p : puzzle) (s : state) (piece : Z) : list (name * (Z * state)) :=
  let pieces := combine (kinds p) s in
  let before := firstn (Z.to_nat piece) pieces in
  match skipn (Z.to_nat piece) pieces with
  | [] => []
  | (kind, a) :: after =>
      match ends_of p (walls p ++ covered p (before ++ after)) kind a with
      | Some found =>
          map (fun '(path, b) => (piece :: path, (1, map snd (before ++ (kind, b) :: after)))) found
      | None => []
      end
  end.

Definition sorted (p : puzzle) (s : state) : state := alike (kinds p) (cells_of p) s.

Definition reached (p : puzzle) (s : state) : bool :=
  let pieces := combine (kinds p) s in
  forallb (fun '(kind, cells) =>
    forallb (fun '(other, a) =>
      negb (other =? kind) ||
      (if exit p then existsb (fun c => is_in c cells) (cover p kind a)
       else forallb (fun c => is_in c (cover p kind a)) cells)) pieces) (wanted p).

Definition rules_of (p : puzzle) : rules := {|
  start := sorted p (begin p);
  is_goal := reached p;
  every_move := fun s test =>
    every_from p (walls p) [] (with_cells p (combine (kinds p) s)) (fun after => test 1 (sorted p after));
  tables_right := fun _ => false;
  sum_of := fun _ _ => 0;
  goals_listed := None;
  opening := begin p;
  named := fun s asked => match asked with piece :: _ => moves_of p s piece | [] => [] end
|}.

Definition well_formed (p : puzzle) : bool :=
  (0 <? height p) && (0 <? width p) && same (sort (kinds p)) (kinds p) &&
  forallb (fun kind => existsb (fun '(r, c) => (r =? 0) && (c =? 0)) (around (shapes p) kind)) (kinds p) &&
  forallb (fun '(kind, _) => count kind (kinds p) =? 1) (wanted p) &&
  (size (begin p) =? size (kinds p)) && forallb (fun a => (0 <=? a) && (a <? cells_of p)) (begin p).

Definition check (p : puzzle) (c : claim) : bool := well_formed p && check_claim (rules_of p) c.

(** * The proof *)

Section Blocks.

Variable p : puzzle.
Hypothesis formed : well_formed p = true.

Definition here (s : state) := placed (kinds p) (cells_of p) s.

Lemma fits_right taken kind row column : fits_b p taken kind row column = true <-> fits p taken kind row column.
Proof.
  unfold fits_b, fits. rewrite forallb_forall. split.
  - intros all r c ins. specialize (all _ ins). simpl in all.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, negb_true_iff, <- not_true_iff_false, is_in_right in all.
    tauto.
  - intros all [r c] ins. specialize (all _ _ ins).
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, negb_true_iff, <- not_true_iff_false, is_in_right. tauto.
Qed.

Lemma step_right taken kind d a b : In d (around (ways p) kind) ->
  (step_to p taken kind a d = Some b <-> one_step p taken kind d a b).
Proof.
  intro way. unfold step_to, one_step.
  set (row := a / width p + down d). set (column := a mod width p + right d). cbv zeta.
  pose proof (fits_right taken kind row column) as same. destruct (fits_b p taken kind row column).
  - split; [intros [= <-] | intros [_ [_ ->]]; reflexivity].
    split; [assumption | split; [now apply same | reflexivity]].
  - split; [discriminate | intros [_ [room _]]]. apply same in room. discriminate.
Qed.

Lemma ray_right taken kind d : In d (around (ways p) kind) -> forall fuel path a found,
  ray fuel p taken kind d path a = Some found ->
  forall b, (exists q, In (q, b) found) <-> slides p taken kind d a b.
Proof.
  intro way. induction fuel as [|fuel IH]; intros path a found got b; simpl in got;
    destruct (step_to p taken kind a d) as [c|] eqn:first; try discriminate.
  - injection got as <-. split; [intros [q []]|]. intro s.
    assert (exists c, one_step p taken kind d a c) as [c m] by (destruct s; eauto).
    apply step_right in m; [congruence | assumption].
  - destruct (ray fuel p taken kind d (d :: path) c) as [more|] eqn:rest; [|discriminate].
    injection got as <-.
    pose proof (proj1 (step_right taken kind d a c way) first) as m.
    split.
    + intros [q [[= _ <-]|ins]]; [now constructor|]. apply slide_on with c; [assumption|].
      apply (IH _ _ _ rest). eauto.
    + intro s. destruct s as [a b m' | a c' b m' s].
      * apply step_right in m'; [|assumption]. rewrite first in m'. injection m' as <-.
        eexists. now left.
      * apply step_right in m'; [|assumption]. rewrite first in m'. injection m' as <-.
        apply (IH _ _ _ rest) in s as [q ins]. exists q. now right.
  - injection got as <-. split; [intros [q []]|]. intro s.
    assert (exists c, one_step p taken kind d a c) as [c m] by (destruct s; eauto).
    apply step_right in m; [congruence | assumption].
Qed.

Lemma fresh_complete taken kind path a d b directions : forall seen,
  In d directions -> step_to p taken kind a d = Some b ->
  exists q, In (q, b) (fresh p taken kind path a seen directions ++ seen).
Proof.
  induction directions as [|e rest IH]; simpl; intros seen ins got; [contradiction|].
  destruct ins as [->|ins].
  - rewrite got. destruct (existsb _ seen) eqn:old.
    + apply existsb_exists in old as [[q c] [ins same]]. apply Z.eqb_eq in same as ->.
      exists q. apply in_or_app. now right.
    + eexists. now left.
  - destruct (step_to p taken kind a e) as [c|]; [|now apply IH].
    destruct (existsb _ seen); [now apply IH|].
    destruct (IH ((e :: path, c) :: seen) ins got) as [q found]. exists q.
    simpl. apply in_app_or in found as [found|[found|found]]; [right | left | right];
      [apply in_or_app; now left | exact found | apply in_or_app; now right].
Qed.

Lemma fresh_sound taken kind path a q b directions : forall seen,
  In (q, b) (fresh p taken kind path a seen directions) ->
  exists d, In d directions /\ step_to p taken kind a d = Some b.
Proof.
  induction directions as [|e rest IH]; simpl; intros seen ins; [contradiction|].
  destruct (step_to p taken kind a e) as [c|] eqn:first.
  - destruct (existsb _ seen).
    + destruct (IH _ ins) as [d [? ?]]. eauto.
    + destruct ins as [[= _ <-]|ins]; [eauto|]. destruct (IH _ ins) as [d [? ?]]. eauto.
  - destruct (IH _ ins) as [d [? ?]]. eauto.
Qed.

Lemma flood_complete taken kind fuel : forall seen queue out,
  flood fuel p taken kind seen queue = Some out ->
  (forall q a, In (q, a) seen -> (exists q', In (q', a) queue) \/
     forall d b, In d (around (ways p) kind) -> step_to p taken kind a d = Some b -> exists r, In (r, b) seen) ->
  (forall x, In x seen -> In x out) /\
  forall q a, In (q, a) out ->
    forall d b, In d (around (ways p) kind) -> step_to p taken kind a d = Some b -> exists r, In (r, b) out.
Proof.
  induction fuel as [|fuel IH]; intros seen [|[path c] rest] out got closed; simpl in got; try discriminate;
    try (injection got as <-; split; [auto|]; intros q a ins; destruct (closed q a ins) as [[q' []]|];
      assumption).
  set (more := fresh p taken kind path c seen (around (ways p) kind)) in *.
  destruct (IH _ _ _ got) as [grown all].
  - intros q a ins. apply in_app_or in ins as [ins|ins].
    + left. exists q. apply in_or_app. now right.
    + destruct (closed q a ins) as [[q' [[= _ <-]|ins']]|done].
      * right. intros d b way m. exact (fresh_complete taken kind path c d b _ seen way m).
      * left. exists q'. apply in_or_app. now left.
      * right. intros d b way m. destruct (done d b way m) as [r found]. exists r. apply in_or_app. now right.
  - split; [|exact all]. intros x ins. apply grown, in_or_app. now right.
Qed.

Lemma flood_sound taken kind begun fuel : forall seen queue out,
  flood fuel p taken kind seen queue = Some out ->
  (forall q a, In (q, a) seen \/ In (q, a) queue -> walks p taken kind begun a) ->
  forall q a, In (q, a) out -> walks p taken kind begun a.
Proof.
  induction fuel as [|fuel IH]; intros seen [|[path c] rest] out got good; simpl in got; try discriminate;
    try (injection got as <-; intros q a ins; apply (good q a); now left).
  apply (IH _ _ _ got). intros q a ins.
  assert (new : In (q,
    a) (fresh p taken kind path c seen (around (ways p) kind)) -> walks p taken kind begun a).
  { intro found. apply fresh_sound in found as [d [way m]]. apply walk_on with d c.
    - apply (good path c). right. now left.
    - now apply step_right. }
  destruct ins as [ins|ins]; apply in_app_or in ins as [ins|ins]; auto.
  - apply (good q a). now left.
  - apply (good q a). right. now right.
Qed.

Lemma ends_right taken kind a found : ends_of p taken kind a = Some found ->
  forall b, (exists q, In (q, b) found) <-> ends p taken kind a b.
Proof.
  unfold ends_of, ends. destruct (counted p); intros got b.
  - injection got as <-. split.
    + intros [q ins]. apply in_flat_map in ins as [d [way ins]]. exists d. apply step_right; [assumption|].
      destruct (step_to p taken kind a d); [|contradiction]. now destruct ins as [[= _ <-]|[]].
    + intros [d m]. assert (In d (around (ways p) kind)) as way by apply m.
      exists [d]. apply in_flat_map. exists d. split; [assumption|]. apply step_right in m; [|assumption].
      rewrite m. now left.
  - split.
    + intros [q ins]. apply (all_of_right _ _ _ got) in ins as [m [listed ins]].
      apply in_map_iff in listed as [d [ran way]]. exists d.
      apply (ray_right taken kind d way _ _ _ _ ran). eauto.
    + intros [d s]. assert (In d (around (ways p) kind)) as way by (destruct s as [? ? m|? ? ? m]; apply m).
      assert (listed : In (ray (Z.to_nat (height p + width p)) p taken kind d [] a)
        (map (fun d => ray (Z.to_nat (height p + width p)) p taken kind d [] a) (around (ways p) kind)))
        by (apply in_map_iff; eauto).
      destruct (all_of_some _ _ _ got listed) as [m ran]. rewrite ran in listed.
      apply (ray_right taken kind d way _ _ _ _ ran) in s as [q ins]. exists q.
      apply (all_of_right _ _ _ got). eauto.
  - destruct (flood _ p taken kind _ _) as [seen|] eqn:ran; [|discriminate]. injection got as <-.
    assert (same : (exists q, In (q, b) seen) <-> walks p taken kind a b).
    { split.
      - intros [q ins]. apply (flood_sound _ _ a _ _ _ _ ran) with q; [|assumption].
        intros q' c [[[= _ <-]|[]]|[[= _ <-]|[]]]; constructor.
      - intro w. destruct (flood_complete _ _ _ _ _ _ ran) as [grown all].
        { intros q c [[= _ <-]|[]]. left. eexists. now left. }
        induction w as [|d c e w [q ins] m].
        + exists []. apply grown. now left.
        + assert (In d (around (ways p) kind)) as way by apply m.
          apply (all q c ins d e way). now apply step_right. }
    rewrite <- same. split.
    + intros [q ins]. apply filter_In in ins as [ins apart]. apply negb_true_iff, Z.eqb_neq in apart. eauto.
    + intros [[q ins] apart]. exists q. apply filter_In. split; [assumption|].
      now apply negb_true_iff, Z.eqb_neq.
Qed.

(** What is in the way matters as a set. *)
Section Same_cells.

Variable taken others : list Z.
Hypothesis same_cells : forall c, In c taken <-> In c others.

Lemma one_step_same kind d a b : one_step p taken kind d a b -> one_step p others kind d a b.
Proof.
  intros [way [room is]]. repeat split; try assumption; destruct (room _ _ H) as [? [? off]]; try lia.
  now rewrite <- same_cells.
Qed.

Lemma ends_same kind a b : ends p taken kind a b -> ends p others kind a b.
Proof.
  unfold ends. destruct (counted p).
  - intros [d m]. exists d. now apply one_step_same.
  - intros [d s]. exists d. induction s; [apply slide_one | eapply slide_on]; eauto using one_step_same.
  - intros [w apart]. split; [|assumption]. clear apart.
    induction w; [constructor | eapply walk_on]; eauto using one_step_same.
Qed.

End Same_cells.

Lemma covered_app one other : covered p (one ++ other) = covered p one ++ covered p other.
Proof. apply flat_map_app. Qed.

Lemma every_from_right test pieces : forall others done,
  every_from p others done (with_cells p pieces) test = true ->
  forall before kind a after b, pieces = before ++ (kind, a) :: after ->
    ends p (others ++ covered p (before ++ after)) kind a b ->
    test (rev_append done (map snd (before ++ (kind, b) :: after))) = true.
Proof.
  induction pieces as [|[kind a] rest IH]; intros others done all before k x after b split_pieces m.
  { now destruct before. }
  simpl in all. fold (with_cells p rest) in all. apply andb_prop in all as [first all].
  assert (cells : flat_map snd (with_cells p rest) = covered p rest).
  { unfold with_cells, covered. clear.
    induction rest as [|[k b] rest IH]; simpl; [reflexivity | now rewrite IH]. }
  assert (places : map (fun '(_, a, _) => a) (with_cells p rest) = map snd rest).
  { unfold with_cells. rewrite map_map. now apply map_ext; intros [? ?]. }
  rewrite cells, places in first.
  destruct before as [|[k0 a0] before]; simpl in split_pieces; injection split_pieces as -> -> ->.
  - destruct (ends_of p _ k x) as [found|] eqn:ran; [|discriminate].
    assert (m' : ends p (covered p after ++ others) k x b).
    { eapply ends_same; [|exact m]. intro y. simpl. rewrite !in_app_iff. tauto. }
    apply (ends_right _ _ _ _ ran) in m' as [q ins]. rewrite forallb_forall in first. exact (first _ ins).
  - apply (IH _ _ all before k x after b eq_refl). eapply ends_same; [|exact m].
    intro y. simpl. rewrite !in_app_iff. tauto.
Qed.

Lemma moves_of_right s piece n c t : In (n, (c, t)) (moves_of p s piece) -> play p s c t.
Proof.
  unfold moves_of. set (i := Z.to_nat piece). pose proof (firstn_skipn i (combine (kinds p) s)) as whole.
  destruct (skipn i (combine (kinds p) s)) as [|[kind a] after]; [contradiction|].
  destruct (ends_of p _ kind a) as [found|] eqn:ran; [|contradiction]. intro ins.
  apply in_map_iff in ins as [[q b] [[= _ <- <-] ins]]. split; [reflexivity|].
  exists (firstn i (combine (kinds p) s)), kind, a, after, b. repeat split; [now symmetry|].
  apply (ends_right _ _ _ _ ran). eauto.
Qed.

(** ** Positions, and alike pieces *)

Lemma form : 0 < cells_of p /\ 0 < width p /\ sort (kinds p) = kinds p /\
  (forall kind, In kind (kinds p) -> In (0, 0) (around (shapes p) kind)) /\ here (begin p).
Proof.
  unfold well_formed in formed. rewrite !andb_true_iff, !Z.ltb_lt, Z.eqb_eq, !forallb_forall in formed.
  destruct formed as [[[[[[tall wide] order] whole] _] long] ins].
  unfold cells_of in *. repeat split.
  - nia.
  - assumption.
  - now apply same_right.
  - intros kind found. specialize (whole _ found). apply existsb_exists in whole as [[r c] [at_first zero]].
    apply andb_prop in zero as [one other]. apply Z.eqb_eq in one as ->, other as ->. exact at_first.
  - unfold size in long. lia.
  - apply ins, andb_prop in H as [low _]. now apply Z.leb_le.
  - apply ins, andb_prop in H as [_ high]. now apply Z.ltb_lt.
Qed.

Lemma sorted_pieces s : here s -> Permutation (combine (kinds p) (sorted p s)) (combine (kinds p) s).
Proof. destruct form as [some [_ [order _]]]. now apply alike_permutes. Qed.

Lemma one_step_inside taken kind d a b : In kind (kinds p) -> one_step p taken kind d a b -> 0 <= b < cells_of p.
Proof.
  destruct form as [_ [wide [_ [whole _]]]]. intros is [_ [room ->]].
  destruct (room 0 0 (whole _ is)) as [? [? _]]. unfold cells_of. nia.
Qed.

Lemma ends_inside taken kind a b : In kind (kinds p) -> ends p taken kind a b -> 0 <= b < cells_of p.
Proof.
  unfold ends. intros is m. destruct (counted p).
  - destruct m as [d m]. eauto using one_step_inside.
  - destruct m as [d s]. induction s; eauto using one_step_inside.
  - destruct m as [w apart]. destruct w as [|d c b w m]; [now exfalso | eauto using one_step_inside].
Qed.

Lemma play_shape s c t : here s -> play p s c t -> here t /\ exists before kind a after b,
  combine (kinds p) s = before ++ (kind, a) :: after /\
  combine (kinds p) t = before ++ (kind, b) :: after /\
  ends p (walls p ++ covered p (before ++ after)) kind a b.
Proof.
  intros [long ins] [_ [before [kind [a [after [b [split_s [m ->]]]]]]]].
  assert (same_kinds : map fst (before ++ (kind, b) :: after) = kinds p).
  { rewrite <- (combined_kinds (kinds p) s long), split_s, !map_app. reflexivity. }
  assert (is : In kind (kinds p)).
  { rewrite <- same_kinds, map_app. apply in_or_app. right. now left. }
  split; [split|].
  - rewrite <- same_kinds, !map_length. reflexivity.
  - intros place found. rewrite map_app in found. apply in_app_or in found as [found|[<-|found]].
    + apply ins. rewrite <- (combined_places (kinds p) s long), split_s, map_app. apply in_or_app. now left.
    + eapply ends_inside; eassumption.
    + apply ins. rewrite <- (combined_places (kinds p) s long), split_s, map_app. apply in_or_app. right.
      now right.
  - exists before, kind, a, after, b. repeat split; try assumption. now apply combine_back.
Qed.

(** A move of a sorted position, and the position after it sorted. *)
Definition step (s : state) (c : Z) (t : state) := exists u, play p s c u /\ t = sorted p u.

Lemma step_of_sorted s c t : here s -> play p s c t -> step (sorted p s) c (sorted p t).
Proof.
  intros at_s m. pose proof (proj1 m) as ->.
  destruct (play_shape s 1 t at_s m) as [at_t [before [kind [a [after [b [split_s [split_t e]]]]]]]].
  pose proof (sorted_pieces s at_s) as perm. rewrite split_s in perm.
  destruct (in_split (kind, a) (combine (kinds p) (sorted p s))) as [one [two split_u]].
  { apply (Permutation_in _ (Permutation_sym perm)), in_or_app. right. now left. }
  rewrite split_u in perm. apply Permutation_app_inv in perm.
  exists (map snd (one ++ (kind, b) :: two)). split.
  - split; [reflexivity|]. exists one, kind, a, two, b. repeat split; [assumption|].
    eapply ends_same; [|exact e]. intro c. rewrite !in_app_iff.
    assert (In c (covered p (before ++ after)) <-> In c (covered p (one ++ two))); [|tauto].
    unfold covered. rewrite !in_flat_map.
    split; intros [x [found ins]]; exists x; (split; [|exact ins]).
    + exact (Permutation_in x (Permutation_sym perm) found).
    + exact (Permutation_in x perm found).
  - apply alike_same. destruct form as [some [_ [order _]]].
    rewrite combine_back.
    + rewrite split_t. apply Permutation_sym. eapply perm_trans; [symmetry; apply Permutation_middle|].
      eapply perm_trans; [|apply Permutation_middle]. now apply perm_skip.
    + destruct (alike_placed (kinds p) (cells_of p) some s at_s) as [long _].
      rewrite <- (combined_kinds (kinds p) _ long). fold (sorted p s). rewrite split_u, !map_app. reflexivity.
Qed.

Lemma goal_pieces s t :
  Permutation (combine (kinds p) s) (combine (kinds p) t) -> goal p s -> goal p t.
Proof.
  intros perm is kind cells a listed ins.
  apply (is kind cells a listed), (Permutation_in _ (Permutation_sym perm)), ins.
Qed.

Lemma reached_right s : reached p s = true <-> goal p s.
Proof.
  unfold reached, goal. rewrite forallb_forall. split.
  - intros all kind cells a listed ins. specialize (all _ listed). simpl in all.
    rewrite forallb_forall in all.
    specialize (all _ ins). simpl in all. rewrite Z.eqb_refl in all. simpl in all. destruct (exit p).
    + apply existsb_exists in all as [c [found inside]]. apply is_in_right in inside. eauto.
    + rewrite forallb_forall in all. intros c found. now apply is_in_right, all.
  - intros all [kind cells] listed. apply forallb_forall. intros [other a] ins.
    destruct (Z.eqb_spec other kind) as [->|]; [simpl | reflexivity]. pose proof (all _ _ _ listed ins) as is.
    destruct (exit p).
    + destruct is as [c [found inside]]. apply existsb_exists. exists c.
      split; [assumption | now apply is_in_right].
    + apply forallb_forall. intros c found. now apply is_in_right, is.
Qed.

End Blocks.

(** What the checker accepts is true. *)
Theorem checked_is_true p c : check p c = true -> holds (play p) (goal p) (begin p) c.
Proof.
  unfold check. rewrite andb_true_iff. intros [formed checked].
  destruct (form p formed) as [some [_ [order [_ at_begin]]]].
  assert (stays : forall s k t, here p s -> play p s k t -> here p t).
  { intros s k t at_s m. now destruct (play_shape p formed s k t at_s m). }
  assert (sorts : forall s, here p s -> here p (sorted p s)).
  { intros s at_s. now apply alike_placed. }
  assert (result : shown (rules_of p) (step p) (play p) (goal p) c).
  { apply (accepted_is_shown _ _ _ _ (here p) (here p)); simpl; try discriminate; auto.
    - intros s k t [u [[-> _] _]]. lia.
    - intros s k t test at_s [u [[-> [before [kind [a [after [b [split_s [m ->]]]]]]]] ->]] all.
      exact (every_from_right p _ _ _ _ all before kind a after b split_s m).
    - intros s _. apply reached_right.
    - intros s k t at_s [u [m ->]]. eauto.
    - intros s [|piece asked] n k t _ ins; [contradiction | now apply moves_of_right in ins].
    - intros s _ is. exact (proj1 (reached_right p s) is). }
  assert (same_moves : forall s k t, here p s -> play p s k t -> step p (sorted p s) k (sorted p t)).
  { intros s k t. now apply step_of_sorted. }
  assert (same_goals : forall s, here p s -> goal p s -> goal p (sorted p s)).
  { intros s at_s. apply goal_pieces, Permutation_sym, sorted_pieces; assumption. }
  destruct c as [positions | length d numbers | length d numbers names]; simpl in *.
  - now apply (image_unsolvable state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
  - now apply (image_below state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
  - split; [|apply result].
    now apply (image_below state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
Qed.
