(** Tiles that slide until something stops them: the rules, programs for them, and a checker of proofs that is
    proved right. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Clew Require Import Potential Store Checker Fields Sorting.
Import ListNotations.
Local Open Scope Z_scope.

(** * The rules

    A position is the cell of each tile and, if the target must turn, what it did so far: 0 nothing; 1 to 4: it only
    went left, right, up or down; 5: it turned. Directions are left 0, right 1, up 2, down 3. *)

Record puzzle := {
  height : Z;
  width : Z;
  blocks : list Z;
  walls : list (list Z);          (* for each direction the cells that no tile leaves that way *)
  slants : list (Z * (bool * Z)); (* diagonals: cell, whether it rises, the colour that passes it, or -1 *)
  open : bool;                    (* a tile that would leave the board may not move; else it stops there *)
  kinds : list Z;                 (* the colour of each tile, ascending *)
  letters : list (Z * (Z * Z));   (* of the goal: colour, row, column *)
  anywhere : bool;                (* the letters may be shifted *)
  target : option Z;              (* the colour of the tile that must turn *)
  begin : state
}.

Definition on_rim (p : puzzle) (cell way : Z) : bool :=
  if way =? 0 then cell mod width p =? 0
  else if way =? 1 then cell mod width p =? width p - 1
  else if way =? 2 then cell <? width p
  else width p * (height p - 1) <=? cell.

Definition next (p : puzzle) (cell way : Z) : Z :=
  if way =? 0 then cell - 1
  else if way =? 1 then cell + 1
  else if way =? 2 then cell - width p
  else cell + width p.

(** The direction of a tile that enters a cell: a diagonal of another colour turns it. *)
Definition turned_way (p : puzzle) (colour cell way : Z) : Z :=
  match List.find (fun '(at_cell, _) => at_cell =? cell) (slants p) with
  | None => way
  | Some (_, (rising, passes)) =>
      if passes =? colour then way
      else if rising then 3 - way                      (* left and down, right and up *)
      else if way <? 2 then way + 2 else way - 2       (* left and up, right and down *)
  end.

Definition walled (p : puzzle) (cell way : Z) : Prop := In cell (around (walls p) way).

Definition stops (p : puzzle) (taken : list Z) (cell way : Z) : Prop :=
  walled p cell way \/
  if on_rim p cell way then open p = false
  else In (next p cell way) (blocks p) \/ In (next p cell way) taken.

Definition goes (p : puzzle) (taken : list Z) (cell way : Z) : Prop :=
  ~ walled p cell way /\ on_rim p cell way = false /\
  ~ In (next p cell way) (blocks p) /\ ~ In (next p cell way) taken.

(** A slide with the directions of its steps. One that comes back to where and how it began would never 
    stop. *)
Inductive slides (p : puzzle) (taken : list Z) (colour : Z) (begun : Z * Z) : Z -> Z -> list Z -> Z -> Prop :=
| slide_stops cell way : stops p taken cell way -> slides p taken colour begun cell way [] cell
| slide_goes cell way there onward took last :
    goes p taken cell way -> there = next p cell way -> onward = turned_way p colour there way ->
    (there, onward) <> begun ->
    slides p taken colour begun there onward took last ->
    slides p taken colour begun cell way (way :: took) last.

(** What the target did so far, after a slide: two different directions are a turn. *)
Definition turned (before : Z) (took : list Z) : Z :=
  if before =? 5 then 5 else
  match (if 0 <? before then [before - 1] else []) ++ took with
  | [] => before
  | one :: others => if forallb (fun other => other =? one) others then 1 + one else 5
  end.

Definition behind (p : puzzle) (s : state) : list Z := skipn (length (kinds p)) s.

Definition after_slide (p : puzzle) (colour : Z) (took : list Z) (fields : list Z) : list Z :=
  match target p with
  | Some wanted => if colour =? wanted then map (fun before => turned before took) fields else fields
  | None => fields
  end.

Definition play (p : puzzle) (s : state) (c : Z) (t : state) :=
  c = 1 /\ exists before colour a after b way took,
    combine (kinds p) s = before ++ (colour, a) :: after /\ In way [0; 1; 2; 3] /\
    slides p (map snd (before ++ after)) colour (a, way) a way took b /\ a <> b /\
    t = map snd (before ++ (colour, b) :: after) ++ after_slide p colour took (behind p s).

Definition covered (p : puzzle) (s : state) (down across : Z) :=
  forall colour row column, In (colour, (row, column)) (letters p) ->
    0 <= row + down < height p /\ 0 <= column + across < width p /\
    In (colour, (row + down) * width p + (column + across)) (combine (kinds p) s).

Definition goal (p : puzzle) (s : state) :=
  (if anywhere p then exists down across, covered p s down across else covered p s 0 0) /\
  (target p <> None -> behind p s = [5]).

(** * Programs *)

(** A slide: its steps and its end; [Some None] if it is no move, [None] if it is too long. *)
Fixpoint glide (fuel : nat) (p : puzzle) (taken : list Z) (colour : Z) (begun : Z * Z) (cell way : Z) :
    option (option (list Z * Z)) :=
  if is_in cell (around (walls p) way) then Some (Some ([], cell))
  else if on_rim p cell way then Some (if open p then None else Some ([], cell))
  else
    let there := next p cell way in
    if is_in there (blocks p) || is_in there taken then Some (Some ([], cell))
    else
      let onward := turned_way p colour there way in
      if (there =? fst begun) && (onward =? snd begun) then Some None
      else
        match fuel with
        | O => None
        | S less =>
            match glide less p taken colour begun there onward with
            | Some (Some (took, last)) => Some (Some (way :: took, last))
            | other => other
            end
        end.

Definition cells_of (p : puzzle) : Z := height p * width p.

Definition ends_of (p : puzzle) (taken : list Z) (colour a : Z) : option (list (Z * (list Z * Z))) :=
  all_of (map (fun way =>
    match glide (Z.to_nat (4 * cells_of p)) p taken colour (a, way) a way with
    | None => None
    | Some None => Some []
    | Some (Some (took, b)) => Some (if a =? b then [] else [(way, (took, b))])
    end) [0; 1; 2; 3]).

(** The moves of the tiles that are left; [done] are the cells of those before them, the last first. A move is
    named by the cell of its tile and the direction. *)
Fixpoint moves_from (p : puzzle) (done : list Z) (tiles : list (Z * Z)) (fields : list Z) :
    option (list (name * (Z * state))) :=
  match tiles with
  | [] => Some []
  | (colour, a) :: rest =>
      let places := map snd rest in
      match ends_of p (rev_append done places) colour a, moves_from p (a :: done) rest fields with
      | Some found, Some more =>
          Some (map (fun '(way, (took, b)) =>
            ([a; way], (1, rev_append done (b :: places) ++ after_slide p colour took fields))) found ++ more)
      | _, _ => None
      end
  end.

Definition moves (p : puzzle) (s : state) : option (list (name * (Z * state))) :=
  moves_from p [] (combine (kinds p) s) (behind p s).

Definition sorted (p : puzzle) (s : state) : state := alike (kinds p) (cells_of p) s ++ behind p s.

Definition covered_b (p : puzzle) (pieces : list (Z * Z)) (down across : Z) : bool :=
  forallb (fun '(colour, (row, column)) =>
    (0 <=? row + down) && (row + down <? height p) && (0 <=? column + across) && (column + across <? width p) &&
    existsb (fun '(other, cell) => (other =? colour) && (cell =? (row + down) * width p + (column + across))) pieces)
    (letters p).

Definition reached (p : puzzle) (s : state) : bool :=
  let pieces := combine (kinds p) s in
  (if anywhere p then
     match letters p with
     | [] => true
     | (_, (row, column)) :: _ =>
         existsb (fun '(_, cell) =>
           covered_b p pieces (cell / width p - row) (cell mod width p - column)) pieces
     end
   else covered_b p pieces 0 0) &&
  match target p with None => true | Some _ => same (behind p s) [5] end.

(** The sum of what the tables, one for each colour, say of the tiles' cells. *)
Fixpoint sum (tables : list (list Z)) (pieces : list (Z * Z)) : Z :=
  match pieces with
  | [] => 0
  | (colour, cell) :: rest => worth (around tables colour) cell + sum tables rest
  end.

(** Whether a test holds for every cell that a tile goes to in one direction on the board without other tiles. *)
Fixpoint every_ahead (fuel : nat) (p : puzzle) (colour : Z) (begun : Z * Z) (cell way : Z) (test : Z -> bool) :
    bool :=
  if is_in cell (around (walls p) way) || on_rim p cell way then true
  else
    let there := next p cell way in
    if is_in there (blocks p) then true
    else
      let onward := turned_way p colour there way in
      test there &&
      (if (there =? fst begun) && (onward =? snd begun) then true
       else match fuel with O => false | S less => every_ahead less p colour begun there onward test end).

(** The cells of the letters of a colour. *)
Definition homes (p : puzzle) (colour : Z) : list Z :=
  map (fun '(_, (row, column)) => row * width p + column) (filter (fun '(other, _) => other =? colour) (letters p)).

(** A table is right if all tiles of its colour must be at home in the end, where it says 0, and if a tile that is
    alone loses 1 at most wherever it may stop. *)
Definition right_table (p : puzzle) (colour : Z) (table : list Z) : bool :=
  match table with
  | [] => true
  | _ =>
      distinct (homes p colour) && (count colour (kinds p) =? size (homes p colour)) &&
      forallb (fun home => worth table home =? 0) (homes p colour) &&
      forallb (fun a =>
        forallb (fun way =>
          every_ahead (Z.to_nat (4 * cells_of p)) p colour (a, way) a way
            (fun b => worth table a <=? 1 + worth table b)) [0; 1; 2; 3]) (range (cells_of p))
  end.

Definition right_tables (p : puzzle) (tables : list (list Z)) : bool :=
  negb (anywhere p) &&
  forallb (fun colour => right_table p colour (around tables colour)) (nodup Z.eq_dec (kinds p)).

Definition rules_of (p : puzzle) : rules := {|
  start := sorted p (begin p);
  is_goal := reached p;
  every_move := fun s test =>
    match moves p s with
    | Some found => forallb (fun '(_, (cost, after)) => test cost (sorted p after)) found
    | None => false
    end;
  tables_right := right_tables p;
  sum_of := fun tables s => sum tables (combine (kinds p) s);
  goals_listed := None;
  opening := begin p;
  named := fun s _ => match moves p s with Some found => found | None => [] end
|}.

Definition well_formed (p : puzzle) : bool :=
  (0 <? height p) && (0 <? width p) && same (sort (kinds p)) (kinds p) &&
  (size (firstn (length (kinds p)) (begin p)) =? size (kinds p)) &&
  forallb (fun a => (0 <=? a) && (a <? cells_of p)) (firstn (length (kinds p)) (begin p)).

Definition check (p : puzzle) (c : claim) : bool := well_formed p && check_claim (rules_of p) c.

(** * The proof *)

Section Ricochet.

Variable p : puzzle.
Hypothesis formed : well_formed p = true.

(** Every tile is on a cell of the board. *)
Definition here (s : state) := placed (kinds p) (cells_of p) (firstn (length (kinds p)) s).

Lemma glide_complete taken colour begun cell way took last :
  slides p taken colour begun cell way took last ->
  forall fuel found, glide fuel p taken colour begun cell way = Some found -> found = Some (took, last).
Proof.
  induction 1 as [cell way stop
    | cell way there onward took last [no_wall [inner [no_block free]]] there_is onward_is new s IH];
      intros fuel found got.
  - assert (ended : glide fuel p taken colour begun cell way = Some (Some ([], cell))); [|congruence].
    destruct fuel; cbn [glide]; destruct (is_in cell (around (walls p) way)) eqn:wall; try reflexivity;
      (destruct stop as [stop|stop]; [apply is_in_right in stop; congruence|]);
      (destruct (on_rim p cell way); [now rewrite stop|]);
      rewrite <- !is_in_right, <- orb_true_iff in stop; cbv zeta; now rewrite stop.
  - assert (wall : is_in cell (around (walls p) way) = false) by (apply not_true_iff_false;
      now rewrite is_in_right).
    rewrite <- there_is in no_block, free.
    assert (block : is_in there (blocks p) = false) by (apply not_true_iff_false; now rewrite is_in_right).
    assert (tile : is_in there taken = false) by (apply not_true_iff_false; now rewrite is_in_right).
    assert (other : (there =? fst begun) && (onward =? snd begun) = false).
    { apply not_true_iff_false. rewrite andb_true_iff, !Z.eqb_eq. intros [one two]. apply new.
      rewrite one, two. now destruct begun. }
    destruct fuel as [|fuel]; cbn [glide] in got; cbv zeta in got; rewrite <- there_is, <- onward_is in got;
      rewrite wall, inner, block, tile, other in got; simpl in got; [discriminate|].
    destruct (glide fuel p taken colour begun there onward) as [result|] eqn:rest; [|discriminate].
    rewrite (IH fuel result rest) in got. congruence.
Qed.

Lemma glide_sound taken colour begun fuel : forall cell way took last,
  glide fuel p taken colour begun cell way = Some (Some (took, last)) ->
  slides p taken colour begun cell way took last.
Proof.
  assert (never : forall cell way, is_in cell (around (walls p) way) = false ->
    on_rim p cell way = false -> is_in (next p cell way) (blocks p) || is_in (next p cell way) taken = false ->
    goes p taken cell way).
  { intros cell way wall inner met. apply orb_false_iff in met as [block tile].
    unfold goes, walled. rewrite <- !is_in_right. repeat split; congruence. }
  induction fuel as [|fuel IH]; intros cell way took last got; cbn [glide] in got;
    destruct (is_in cell (around (walls p) way)) eqn:wall;
    try (injection got as <- <-; constructor; left; now apply is_in_right);
    destruct (on_rim p cell way) eqn:rim;
    try (destruct (open p) eqn:edges; [discriminate|]; injection got as <- <-; constructor; right;
      now rewrite rim);
    destruct (is_in (next p cell way) (blocks p) || is_in (next p cell way) taken) eqn:met;
    try (injection got as <- <-; constructor; right; rewrite rim; apply orb_true_iff in met;
         now rewrite !is_in_right in met);
    destruct (_ && _) eqn:back; try discriminate.
  destruct (glide fuel _ _ _ _ _ _) as [[[more last']|]|] eqn:rest; try discriminate. injection got as <- <-.
  eapply slide_goes; [now apply never | reflexivity | reflexivity | | now apply IH].
  intro same. apply not_true_iff_false in back. apply back. rewrite <- same. simpl. now rewrite !Z.eqb_refl.
Qed.

Lemma ends_right taken colour a found : ends_of p taken colour a = Some found ->
  forall way took b, In (way, (took, b)) found <->
    In way [0; 1; 2; 3] /\ slides p taken colour (a, way) a way took b /\ a <> b.
Proof.
  unfold ends_of. intros got way took b.
  set (one := fun way => match glide _ p taken colour (a, way) a way with None => None | _ => _ end) in got.
  rewrite (all_of_right _ _ _ got). split.
  - intros [m [listed ins]]. apply in_map_iff in listed as [w [ran way_is]]. unfold one in ran.
    destruct (glide _ p taken colour (a, w) a w) as [[[t e]|]|] eqn:slid; try discriminate.
    + destruct (Z.eqb_spec a e); injection ran as <-; [contradiction|]. destruct ins as [[= <- <- <-]|[]].
      repeat split; try assumption. eapply glide_sound. exact slid.
    + injection ran as <-. contradiction.
  - intros [way_is [s apart]].
    assert (listed : In (one way) (map one [0; 1; 2; 3])) by (apply in_map_iff; eauto).
    destruct (all_of_some _ _ _ got listed) as [m ran]. rewrite ran in listed. exists m.
    split; [exact listed|].
    unfold one in ran.
    destruct (glide _ p taken colour (a, way) a way) as [result|] eqn:slid; [|discriminate].
    rewrite (glide_complete _ _ _ _ _ _ _ s _ _ slid) in ran.
    destruct (Z.eqb_spec a b); [contradiction|]. injection ran as <-. now left.
Qed.

Lemma slides_same taken others colour begun cell way took last : (forall c, In c taken <-> In c others) ->
  slides p taken colour begun cell way took last -> slides p others colour begun cell way took last.
Proof.
  intros same_cells s.
  induction s
    as [cell way stop | cell way there onward took last [? [? [? free]]] there_is onward_is new s IH].
  - constructor. destruct stop as [stop|stop]; [now left | right].
    destruct (on_rim p cell way); [assumption|].
    now rewrite <- same_cells.
  - apply slide_goes with there onward; try assumption. repeat split; try assumption.
    now rewrite <- same_cells.
Qed.

Lemma moves_from_right fields tiles : forall done found,
  moves_from p done tiles fields = Some found ->
  forall c t, (exists n, In (n, (c, t)) found) <->
    c = 1 /\ exists before colour a after b way took, tiles = before ++ (colour, a) :: after /\
      In way [0; 1; 2; 3] /\ slides p (done ++ map snd (before ++ after)) colour (a, way) a way took b /\ a <> b /\
      t = rev_append done (map snd (before ++ (colour, b) :: after)) ++ after_slide p colour took fields.
Proof.
  induction tiles as [|[colour a] rest IH]; intros done found got c t; cbn [moves_from] in got.
  - injection got as <-. split; [intros [n []]|].
    intros [_ [[|? ?] [? [? [? [? [? [? [H _]]]]]]]]]; discriminate.
  - destruct (ends_of p _ colour a) as [first|] eqn:ran; [|discriminate].
    destruct (moves_from p (a :: done) rest fields) as [more|] eqn:on; [|discriminate]. injection got as <-.
    assert (swap : forall x, In x (rev_append done (map snd rest)) <-> In x (done ++ map snd rest)).
    { intro x. now rewrite rev_append_rev, !in_app_iff, <- in_rev. }
    specialize (IH _ _ on c t). split.
    + intros [n ins]. apply in_app_or in ins as [ins|ins].
      * apply in_map_iff in ins as [[way [took b]] [[= _ <- <-] ins]].
        apply (ends_right _ _ _ _ ran) in ins as [is [s apart]].
        split; [reflexivity|]. exists [], colour, a, rest, b, way, took. repeat split; try assumption.
        eapply slides_same; [|exact s]. exact swap.
      * destruct (proj1 IH (ex_intro _ n ins))
          as [-> [before [k [x [after [b [way [took [-> [is [s [apart ->]]]]]]]]]]]].
        split; [reflexivity|]. exists ((colour, a) :: before), k, x, after, b, way, took.
        repeat split; try assumption. eapply slides_same; [|exact s].
        intro y. simpl. rewrite !in_app_iff. simpl. tauto.
    + intros [-> [before [k [x [after [b [way [took [same_tiles [is [s [apart ->]]]]]]]]]]]].
      destruct before as [|[k0 a0] before]; simpl in same_tiles; injection same_tiles as -> -> ->.
      * exists [x; way]. apply in_or_app. left. apply in_map_iff. exists (way, (took, b)).
        split; [reflexivity|].
        apply (ends_right _ _ _ _ ran). repeat split; try assumption.
        eapply slides_same; [|exact s]. intro y. now rewrite swap.
      * destruct (proj2 IH) as [n ins]; [|exists n; apply in_or_app; now right].
        split; [reflexivity|]. exists before, k, x, after, b, way, took. repeat split; try assumption.
        eapply slides_same; [|exact s]. intro y. simpl. rewrite !in_app_iff. simpl. tauto.
Qed.

Lemma moves_right s c t found : moves p s = Some found -> (exists n, In (n, (c, t)) found) <-> play p s c t.
Proof. intro got. apply (moves_from_right _ _ _ _ got c t). Qed.

(** ** Positions, and tiles of one colour *)

Lemma form : 0 < cells_of p /\ 0 < width p /\ sort (kinds p) = kinds p /\ here (begin p).
Proof.
  unfold well_formed in formed. rewrite !andb_true_iff, !Z.ltb_lt, Z.eqb_eq, !forallb_forall in formed.
  destruct formed as [[[[tall wide] order] long] ins]. unfold cells_of in *. repeat split.
  - nia.
  - assumption.
  - now apply same_right.
  - unfold size in long. lia.
  - apply ins, andb_prop in H as [low _]. now apply Z.leb_le.
  - apply ins, andb_prop in H as [_ high]. now apply Z.ltb_lt.
Qed.

Lemma tiles_first (s : state) : combine (kinds p) s = combine (kinds p) (firstn (length (kinds p)) s).
Proof. apply combine_firstn_l. Qed.

Lemma combine_more (ks l more : list Z) : length l = length ks -> combine ks (l ++ more) = combine ks l.
Proof.
  revert l. induction ks as [|k ks IH]; intros [|v l]; simpl; try discriminate; [reflexivity|].
  intro long. injection long as long. now rewrite IH.
Qed.

Lemma sorted_tiles s : here s ->
  Permutation (combine (kinds p) (sorted p s)) (combine (kinds p) s) /\ behind p (sorted p s) = behind p s /\
  here (sorted p s).
Proof.
  destruct form as [some [_ [order _]]]. intro at_s. unfold sorted.
  assert (same_places : alike (kinds p) (cells_of p) s =
    alike (kinds p) (cells_of p) (firstn (length (kinds p)) s)) by (unfold alike; now rewrite <- tiles_first).
  rewrite same_places. destruct (alike_placed (kinds p) (cells_of p) some _ at_s) as [long ins].
  repeat split.
  - rewrite combine_more by assumption. rewrite (tiles_first s). now apply alike_permutes.
  - unfold behind at 1. rewrite skipn_app, skipn_all2, long, Nat.sub_diag by lia. reflexivity.
  - rewrite firstn_app, firstn_all2, long, Nat.sub_diag, app_nil_r by lia. exact long.
  - apply ins. rewrite firstn_app, firstn_all2, long, Nat.sub_diag, app_nil_r in H by lia. exact H.
  - apply ins. rewrite firstn_app, firstn_all2, long, Nat.sub_diag, app_nil_r in H by lia. exact H.
Qed.

(** A slide ends on the board. *)
Lemma slides_inside taken colour begun cell way took last : 0 <= cell < cells_of p -> In way [0; 1; 2; 3] ->
  slides p taken colour begun cell way took last -> 0 <= last < cells_of p.
Proof.
  destruct form as [_ [wide _]]. intros ins is s. revert ins is.
  induction s as [cell way stop | cell way there onward took last [_ [inner _]] -> -> new s IH];
    intros ins is;
    [assumption|].
  apply IH.
  - unfold next, on_rim, cells_of in *. pose proof (Z.mod_pos_bound cell (width p) wide).
    pose proof (Z.div_mod cell (width p)).
    destruct is as [<-|[<-|[<-|[<-|[]]]]]; simpl in *.
    + apply Z.eqb_neq in inner. assert (0 <= cell / width p) by (apply Z.div_pos; lia). nia.
    + apply Z.eqb_neq in inner. assert (cell / width p < height p) by (apply Z.div_lt_upper_bound; lia). nia.
    + apply Z.ltb_ge in inner. lia.
    + apply Z.leb_gt in inner. lia.
  - unfold turned_way. destruct (List.find _ (slants p)) as [[? [rising passes]]|]; [|exact is].
    destruct (passes =? colour); [exact is|].
    destruct is as [<-|[<-|[<-|[<-|[]]]]]; destruct rising; simpl; tauto.
Qed.

Lemma play_shape s c t : here s -> play p s c t -> here t /\ exists before colour a after b way took,
  combine (kinds p) s = before ++ (colour, a) :: after /\
  combine (kinds p) t = before ++ (colour, b) :: after /\
  In way [0; 1; 2; 3] /\ slides p (map snd (before ++ after)) colour (a, way) a way took b /\ a <> b /\
  behind p t = after_slide p colour took (behind p s).
Proof.
  intros [long ins] [_ [before [colour [a [after [b [way [took [split_s [is [m [apart ->]]]]]]]]]]]].
  rewrite tiles_first in split_s.
  assert (same_kinds : map fst (before ++ (colour, b) :: after) = kinds p).
  { rewrite <- (combined_kinds (kinds p) _ long), split_s, !map_app. reflexivity. }
  assert (cells : map snd (before ++ (colour, a) :: after) = firstn (length (kinds p)) s).
  { rewrite <- split_s. now apply combined_places. }
  set (places := map snd (before ++ (colour, b) :: after)).
  assert (same_length : length places = length (kinds p)).
  { unfold places. rewrite <- same_kinds, !map_length. reflexivity. }
  assert (first : forall more, firstn (length (kinds p)) (places ++ more) = places).
  { intro more. rewrite firstn_app, firstn_all2, same_length, Nat.sub_diag, app_nil_r by lia. reflexivity. }
  split.
  - unfold here. rewrite first. split; [exact same_length|]. intros place found. unfold places in found.
    rewrite map_app in found. apply in_app_or in found as [found|[<-|found]].
    + apply ins. rewrite <- cells, map_app. apply in_or_app. now left.
    + eapply slides_inside; [|exact is | exact m]. apply ins. rewrite <- cells, map_app. apply in_or_app.
      right. now left.
    + apply ins. rewrite <- cells, map_app. apply in_or_app. right. now right.
  - exists before, colour, a, after, b, way, took. repeat split; try assumption.
    + now rewrite tiles_first.
    + rewrite combine_more by assumption. unfold places. now apply combine_back.
    + unfold behind at 1. rewrite skipn_app, skipn_all2, same_length, Nat.sub_diag by lia. reflexivity.
Qed.

(** A move of a sorted position, and the position after it sorted. *)
Definition step (s : state) (c : Z) (t : state) := exists u, play p s c u /\ t = sorted p u.

Lemma step_of_sorted s c t : here s -> play p s c t -> step (sorted p s) c (sorted p t).
Proof.
  intros at_s m. pose proof (proj1 m) as ->.
  destruct (play_shape s 1 t at_s m)
    as [at_t [before [colour [a [after [b [way [took [split_s [split_t [is [e [apart rest]]]]]]]]]]]]].
  destruct (sorted_tiles s at_s) as [perm [same_rest [long _]]]. rewrite split_s in perm.
  destruct (in_split (colour, a) (combine (kinds p) (sorted p s))) as [one [two split_u]].
  { apply (Permutation_in _ (Permutation_sym perm)), in_or_app. right. now left. }
  rewrite split_u in perm. apply Permutation_app_inv in perm.
  assert (same_kinds : map fst (one ++ (colour, b) :: two) = kinds p).
  { rewrite <- (combined_kinds (kinds p) _ long), <- tiles_first, split_u, !map_app. reflexivity. }
  exists (map snd (one ++ (colour, b) :: two) ++ after_slide p colour took (behind p s)). split.
  - split; [reflexivity|]. exists one, colour, a, two, b, way, took. rewrite same_rest.
    repeat split; try assumption.
    eapply slides_same; [|exact e]. intro c. rewrite !in_map_iff.
    split; intros [x [<- found]]; exists x; (split; [reflexivity|]).
    + exact (Permutation_in x (Permutation_sym perm) found).
    + exact (Permutation_in x perm found).
  - set (pieces := one ++ (colour, b) :: two) in *.
    assert (same_length : length (map snd pieces) = length (kinds p)).
    { rewrite <- same_kinds, !map_length. reflexivity. }
    unfold sorted. f_equal.
    + apply alike_same. rewrite combine_more, combine_back by assumption. unfold pieces.
      rewrite split_t. apply Permutation_sym. eapply perm_trans; [symmetry; apply Permutation_middle|].
      eapply perm_trans; [|apply Permutation_middle]. now apply perm_skip.
    + rewrite rest. unfold behind at 2. rewrite skipn_app, skipn_all2, same_length, Nat.sub_diag by lia.
      reflexivity.
Qed.

Lemma goal_pieces s t : Permutation (combine (kinds p) s) (combine (kinds p) t) -> behind p s = behind p t ->
  goal p s -> goal p t.
Proof.
  intros perm rest [is ended]. split; [|now rewrite <- rest].
  assert (same_covered : forall down across, covered p s down across -> covered p t down across).
  { intros down across all colour row column ins. destruct (all _ _ _ ins) as [? [? found]].
    repeat split; try assumption; try lia. now apply (Permutation_in _ perm). }
  destruct (anywhere p); [|auto]. destruct is as [down [across all]]. eauto.
Qed.

Lemma covered_right s down across : covered_b p (combine (kinds p) s) down across = true <-> covered p s down across.
Proof.
  unfold covered_b, covered. rewrite forallb_forall. split.
  - intros all colour row column ins. specialize (all _ ins). simpl in all.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, existsb_exists in all.
    destruct all as [[[[? ?] ?] ?] [[other cell] [found is]]].
    apply andb_prop in is as [one two]. apply Z.eqb_eq in one as ->, two as ->. auto.
  - intros all [colour [row column]] ins. destruct (all _ _ _ ins) as [[? ?] [[? ?] found]].
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, existsb_exists. repeat split; try assumption.
    eexists. split; [exact found|]. cbv beta iota. now rewrite !Z.eqb_refl.
Qed.

Lemma reached_right s : reached p s = true <-> goal p s.
Proof.
  destruct form as [_ [wide _]]. unfold reached, goal. rewrite andb_true_iff.
  assert (ended : match target p with None => true | Some _ => same (behind p s) [5] end = true <->
    (target p <> None -> behind p s = [5])).
  { destruct (target p).
    - split; [intros is _; now apply same_right | intro is; rewrite is by discriminate; reflexivity].
    - split; [intros _ []; reflexivity | reflexivity]. }
  rewrite ended.
  assert (shifted : (if anywhere p then
     match letters p with
     | [] => true
     | (_, (row, column)) :: _ => existsb (fun '(_, cell) =>
         covered_b p (combine (kinds p) s) (cell / width p - row) (cell mod width p - column)) (combine (kinds p) s)
     end else covered_b p (combine (kinds p) s) 0 0) = true <->
    if anywhere p then exists down across, covered p s down across else covered p s 0 0); [|tauto].
  destruct (anywhere p); [|apply covered_right].
  destruct (letters p) as [|[colour [row column]] more] eqn:goal_letters.
  - split; [intros _; exists 0, 0; intros ? ? ? ins; rewrite goal_letters in ins;
      contradiction | reflexivity].
  - rewrite existsb_exists. split.
    + intros [[other cell] [_ is]]. apply covered_right in is. eauto.
    + intros [down [across all]].
      destruct (all colour row column) as [? [? found]]; [rewrite goal_letters; now left|].
      exists (colour, (row + down) * width p + (column + across)). split; [exact found|].
      rewrite Z.add_comm, Z.div_add, Z.div_small, Z.mod_add, Z.mod_small by lia.
      apply covered_right. replace (0 + (row + down) - row) with down by lia.
      now replace (column + across - column) with across by lia.
Qed.

(** ** Tables *)

Lemma ahead_right colour begun taken test cell way took last :
  slides p taken colour begun cell way took last ->
  forall fuel, every_ahead fuel p colour begun cell way test = true -> last = cell \/ test last = true.
Proof.
  induction 1 as [cell way stop
    | cell way there onward took last [no_wall [inner [no_block free]]] there_is onward_is new s IH];
      intros fuel all; [now left|]. right.
  assert (wall : is_in cell (around (walls p) way) = false) by (apply not_true_iff_false; now rewrite is_in_right).
  rewrite <- there_is in no_block.
  assert (block : is_in there (blocks p) = false) by (apply not_true_iff_false; now rewrite is_in_right).
  assert (other : (there =? fst begun) && (onward =? snd begun) = false).
  { apply not_true_iff_false. rewrite andb_true_iff, !Z.eqb_eq. intros [one two]. apply new.
    rewrite one, two. now destruct begun. }
  destruct fuel as [|fuel]; cbn [every_ahead] in all; cbv zeta in all; rewrite <- there_is, <- onward_is in all;
    rewrite wall, inner, block, other in all; simpl in all; apply andb_prop in all as [now_there later];
    [discriminate|].
  destruct (IH fuel later) as [->|]; assumption.
Qed.

Lemma sum_app tables one two : sum tables (one ++ two) = sum tables one + sum tables two.
Proof. induction one as [|[colour cell] one IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma sum_permutes tables one two : Permutation one two -> sum tables one = sum tables two.
Proof. induction 1; try destruct x; try destruct y; simpl; lia. Qed.

Lemma sum_of_none tables pieces :
  (forall colour cell, In (colour, cell) pieces -> worth (around tables colour) cell = 0) -> sum tables pieces = 0.
Proof.
  induction pieces as [|[colour cell] rest IH]; simpl; intro none; [reflexivity|].
  rewrite (none colour cell) by (now left). rewrite IH; [reflexivity|]. intros. apply none. now right.
Qed.

Lemma counted colour (pieces : list (Z * Z)) :
  size (map snd (filter (fun '(other, _) => other =? colour) pieces)) = count colour (map fst pieces).
Proof.
  induction pieces as [|[other cell] rest IH]; [reflexivity|]. cbn [filter map count fst].
  rewrite <- IH. destruct (other =? colour); cbn [map snd]; rewrite ?size_cons; lia.
Qed.

(** If all letters of a colour are covered, and it has no more tiles, then all its tiles are on letters. *)
Lemma all_at_home s colour cell : here s -> covered p s 0 0 -> distinct (homes p colour) = true ->
  count colour (kinds p) <= size (homes p colour) ->
  In (colour, cell) (combine (kinds p) s) -> In cell (homes p colour).
Proof.
  intros [long _] all apart enough ins.
  set (places := map snd (filter (fun '(other, _) => other =? colour) (combine (kinds p) s))).
  assert (fits : size places <= size (homes p colour)).
  { unfold places. rewrite counted, tiles_first, combined_kinds by exact long. exact enough. }
  apply (NoDup_length_incl (l := homes p colour) (l' := places)).
  - now apply distinct_no_dup.
  - unfold size in fits. lia.
  - intros home found. unfold homes in found. apply in_map_iff in found as [[other [row column]] [<- found]].
    apply filter_In in found as [found same]. apply Z.eqb_eq in same as ->.
    destruct (all _ _ _ found) as [_ [_ there]]. unfold places. apply in_map_iff.
    exists (colour, (row + 0) * width p + (column + 0)). rewrite !Z.add_0_r in *. split; [reflexivity|].
    apply filter_In. split; [exact there | apply Z.eqb_refl].
  - unfold places. apply in_map_iff. exists (colour, cell). split; [reflexivity|]. apply filter_In.
    split; [exact ins | apply Z.eqb_refl].
Qed.

Lemma sums_right tables : right_tables p tables = true ->
  right_numbers state step (goal p) here (fun s => sum tables (combine (kinds p) s)).
Proof.
  unfold right_tables. rewrite andb_true_iff, forallb_forall. intros [fixed all].
  assert (of_colour : forall (s : state) colour (cell : Z), In (colour, cell) (combine (kinds p) s) ->
    right_table p colour (around tables colour) = true).
  { intros s colour cell ins. apply all, nodup_In. now apply in_combine_l in ins. }
  split.
  - intros s at_s [is _]. apply negb_true_iff in fixed. rewrite fixed in is.
    rewrite sum_of_none; [lia|]. intros colour cell ins. pose proof (of_colour s colour cell ins) as right.
    unfold right_table in right. destruct (around tables colour) as [|first rest] eqn:table; [reflexivity|].
    rewrite <- table in *. rewrite !andb_true_iff, !forallb_forall, Z.eqb_eq in right.
    destruct right as [[[apart enough] none] _]. apply Z.eqb_eq, none. apply (all_at_home s); auto. lia.
  - intros s c t at_s [u [m ->]]. pose proof (proj1 m) as ->.
    destruct (play_shape s 1 u at_s m)
      as [at_u [before [colour [a [after [b [way [took [split_s [split_u [is [e [apart _]]]]]]]]]]]]].
    destruct (sorted_tiles u at_u) as [perm _]. rewrite (sum_permutes _ _ _ perm), split_s, split_u, !sum_app.
    cbn [sum]. assert (ins : In (colour, a) (combine (kinds p) s)).
    { rewrite split_s. apply in_or_app. right. now left. }
    enough (worth (around tables colour) a <= 1 + worth (around tables colour) b) by lia.
    pose proof (of_colour s colour a ins) as right. unfold right_table in right.
    destruct (around tables colour) as [|first rest] eqn:table; [unfold worth; simpl; lia|].
    rewrite <- table in *. rewrite !andb_true_iff, !forallb_forall in right. destruct right as [_ lone].
    assert (on_board : 0 <= a < cells_of p).
    { destruct at_s as [_ inside_board]. apply inside_board. rewrite tiles_first in ins.
      now apply in_combine_r in ins. }
    pose proof (lone a (in_range _ _ on_board)) as ways. rewrite forallb_forall in ways.
    destruct (ahead_right _ _ _ _ _ _ _ _ e _ (ways way is)) as [same|less]; [now subst b|].
    now apply Z.leb_le.
Qed.

End Ricochet.

(** What the checker accepts is true. *)
Theorem checked_is_true p c : check p c = true -> holds (play p) (goal p) (begin p) c.
Proof.
  unfold check. rewrite andb_true_iff. intros [formed checked].
  destruct (form p formed) as [_ [_ [_ at_begin]]].
  assert (stays : forall s k t, here p s -> play p s k t -> here p t).
  { intros s k t at_s m. now destruct (play_shape p formed s k t at_s m). }
  assert (sorts : forall s, here p s -> here p (sorted p s)).
  { intros s at_s. now apply sorted_tiles. }
  assert (result : shown (rules_of p) (step p) (play p) (goal p) c).
  { apply (accepted_is_shown _ _ _ _ (here p) (here p)); simpl; try discriminate; auto.
    - intros s k t [u [[-> _] _]]. lia.
    - intros s k t test at_s [u [m ->]] all. destruct (moves p s) as [found|] eqn:listed; [|discriminate].
      destruct (proj2 (moves_right p s k u found listed) m) as [n ins].
      rewrite forallb_forall in all. exact (all _ ins).
    - intros s _ is. exact (proj2 (reached_right p formed s) is).
    - intros s k t at_s [u [m ->]]. eauto.
    - now apply sums_right.
    - intros s _ n k t _ ins. destruct (moves p s) as [all|] eqn:listed; [|contradiction].
      apply (moves_right p s k t all listed). eauto.
    - intros s _ is. exact (proj1 (reached_right p formed s) is). }
  assert (same_moves : forall s k t, here p s -> play p s k t -> step p (sorted p s) k (sorted p t)).
  { intros s k t. now apply step_of_sorted. }
  assert (same_goals : forall s, here p s -> goal p s -> goal p (sorted p s)).
  { intros s at_s. destruct (sorted_tiles p formed s at_s) as [perm [rest _]].
    apply goal_pieces; [now apply Permutation_sym | now symmetry]. }
  destruct c as [positions | length d numbers | length d numbers names]; simpl in *.
  - now apply (image_unsolvable state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
  - now apply (image_below state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
  - split; [|apply result].
    now apply (image_below state (play p) (step p) (goal p) (goal p) (sorted p) (here p)).
Qed.
