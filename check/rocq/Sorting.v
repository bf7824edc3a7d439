(** Sorting, and that it forgets nothing but the order. *)

From Coq Require Import ZArith List Permutation Lia.
Import ListNotations.
Local Open Scope Z_scope.

Fixpoint insert (v : Z) (l : list Z) : list Z :=
  match l with
  | [] => [v]
  | w :: rest => if v <=? w then v :: l else w :: insert v rest
  end.

Fixpoint sort (l : list Z) : list Z :=
  match l with
  | [] => []
  | v :: rest => insert v (sort rest)
  end.

Fixpoint ascending (l : list Z) : Prop :=
  match l with
  | v :: ((w :: _) as rest) => v <= w /\ ascending rest
  | _ => True
  end.

Lemma insert_permutes v l : Permutation (insert v l) (v :: l).
Proof.
  induction l as [|w l IH]; simpl; [reflexivity|]. destruct (v <=? w); [reflexivity|].
  eapply perm_trans; [apply perm_skip, IH | apply perm_swap].
Qed.

Lemma sort_permutes l : Permutation (sort l) l.
Proof.
  induction l as [|v l IH]; simpl; [reflexivity|].
  eapply perm_trans; [apply insert_permutes | now apply perm_skip].
Qed.

Lemma insert_swap v w l : insert v (insert w l) = insert w (insert v l).
Proof.
  induction l as [|x l IH]; simpl.
  - destruct (Z.leb_spec v w), (Z.leb_spec w v); try reflexivity; try lia. now replace v with w by lia.
  - destruct (Z.leb_spec w x), (Z.leb_spec v x); simpl;
      destruct (Z.leb_spec v w), (Z.leb_spec w v); try lia;
      destruct (Z.leb_spec v x), (Z.leb_spec w x); try lia; try reflexivity;
      try (now replace v with w by lia); now rewrite IH.
Qed.

Lemma sort_same l m : Permutation l m -> sort l = sort m.
Proof.
  induction 1; simpl; [reflexivity | congruence | apply insert_swap | congruence].
Qed.

Lemma insert_ascending v l : ascending l -> ascending (insert v l).
Proof.
  induction l as [|w l IH]; simpl; [tauto|]. intro up. destruct (Z.leb_spec v w); [simpl; tauto|].
  destruct l as [|x l]; simpl in *; [lia|]. destruct up as [le up]. specialize (IH up).
  destruct (Z.leb_spec v x); simpl in *; [intuition lia | tauto].
Qed.

Lemma sort_ascending l : ascending (sort l).
Proof. induction l; simpl; [exact I | now apply insert_ascending]. Qed.

Lemma sort_ascending_is l : ascending l -> sort l = l.
Proof.
  induction l as [|v l IH]; simpl; [reflexivity|]. intro up.
  destruct l as [|w l]; [reflexivity|]. destruct up as [le up]. rewrite (IH up). simpl.
  destruct (Z.leb_spec v w); [reflexivity | lia].
Qed.

Lemma map_ascending (f : Z -> Z) l : (forall v w, v <= w -> f v <= f w) -> ascending l -> ascending (map f l).
Proof.
  intro up. induction l as [|v l IH]; simpl; [trivial|].
  destruct l as [|w l]; simpl; [trivial|]. intros [le rest]. split; [now apply up | now apply IH].
Qed.

(** Pieces are (kind, place). [alike kinds size s] exchanges the places of pieces of one kind, so that those
    of a kind ascend. *)
Definition code (size : Z) (piece : Z * Z) : Z := fst piece * size + snd piece.

Definition alike (kinds : list Z) (size : Z) (s : list Z) : list Z :=
  map (fun v => v mod size) (sort (map (code size) (combine kinds s))).

Section Alike.

Variable kinds : list Z.
Variable size : Z.
Hypothesis some : 0 < size.
Hypothesis in_order : sort kinds = kinds.

Definition placed (s : list Z) := length s = length kinds /\ forall place, In place s -> 0 <= place < size.

Lemma decode kind place : 0 <= place < size ->
  code size (kind, place) / size = kind /\ code size (kind, place) mod size = place.
Proof.
  intro r. unfold code. simpl. rewrite Z.add_comm. split.
  - rewrite Z.div_add by lia. now rewrite Z.div_small by lia.
  - rewrite Z.mod_add by lia. now apply Z.mod_small.
Qed.

Lemma combined_kinds (s : list Z) : length s = length kinds -> map fst (combine kinds s) = kinds.
Proof.
  revert s. clear in_order.
  induction kinds as [|k ks IH]; intros [|v s]; simpl; try discriminate; [reflexivity|].
  intro same. injection same as same. now rewrite IH.
Qed.

Lemma combined_places (s : list Z) : length s = length kinds -> map snd (combine kinds s) = s.
Proof.
  revert s. clear in_order.
  induction kinds as [|k ks IH]; intros [|v s]; simpl; try discriminate; [reflexivity|].
  intro same. injection same as same. now rewrite IH.
Qed.

Lemma combine_back (pieces : list (Z * Z)) : map fst pieces = kinds -> combine kinds (map snd pieces) = pieces.
Proof. intro E. rewrite <- E. clear.
induction pieces as [|[k v] rest IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma decode_all s : placed s ->
  map (fun v => (v / size, v mod size)) (map (code size) (combine kinds s)) = combine kinds s.
Proof.
  intros [_ ins]. rewrite map_map. transitivity (map (fun x : Z * Z => x) (combine kinds s)); [|apply map_id].
  apply map_ext_in. intros [k v] found. apply in_combine_r, ins in found.
  now destruct (decode k v found) as [-> ->].
Qed.

Lemma alike_codes s : placed s ->
  combine kinds (alike kinds size s) =
  map (fun v => (v / size, v mod size)) (sort (map (code size) (combine kinds s))).
Proof.
  intro ok. set (codes := map (code size) (combine kinds s)).
  assert (kinds_back : map (fun v => v / size) (sort codes) = kinds).
  { rewrite <- (sort_ascending_is (map (fun v => v / size) (sort codes))).
    - rewrite (sort_same _ (map (fun v => v / size) codes)) by (apply Permutation_map, sort_permutes).
      rewrite <- in_order. f_equal.
      transitivity (map fst (map (fun v => (v / size, v mod size)) codes)); [now rewrite map_map|].
      unfold codes. rewrite decode_all by assumption. apply combined_kinds, ok.
    - apply map_ascending; [|apply sort_ascending]. intros v w le. now apply Z.div_le_mono. }
  unfold alike. fold codes.
  replace (map (fun v => v mod size) (sort codes))
    with (map snd (map (fun v => (v / size, v mod size)) (sort codes))) by now rewrite map_map.
  apply combine_back. rewrite map_map. exact kinds_back.
Qed.

Lemma alike_permutes s : placed s -> Permutation (combine kinds (alike kinds size s)) (combine kinds s).
Proof.
  intro ok. rewrite alike_codes by assumption. rewrite <- (decode_all s) at 2 by assumption.
  apply Permutation_map, sort_permutes.
Qed.

Lemma alike_same s t : Permutation (combine kinds s) (combine kinds t) -> alike kinds size s = alike kinds size t.
Proof. intro p. unfold alike. f_equal. now apply sort_same, Permutation_map. Qed.

Lemma alike_placed s : placed s -> placed (alike kinds size s).
Proof.
  intros [long ins]. unfold alike. split.
  - rewrite map_length, (Permutation_length (sort_permutes _)), map_length, combine_length. lia.
  - intros place found. apply in_map_iff in found as [v [<- _]]. now apply Z.mod_pos_bound.
Qed.

End Alike.
