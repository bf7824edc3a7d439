(* The shell around the proved checkers: reads a proof file, and says whether it holds. *)

module List = Stdlib.List (* not the one of the proved part *)
open Header

let magic = "clew proof 1\n"
let most_header = 1 lsl 22
let most_states = 2_500_000
let most_length = 1 lsl 31
let most_moves = 1 lsl 20

let accepted (family : Families.family) claim =
  if not (family.check claim) then refuse "the lists do not prove the claim"

let prove header (family : Families.family) body =
  if key_of header "claim" = Some (Text (text_of "unsolvable")) then begin
    let table = exactly "puzzle claim states" "the header" header in
    let positions = Lists.listed body family.ranges (whole table "states" 0 most_states) 0 in
    Lists.at_end body;
    accepted family (Checker.Unsolvable positions);
    "no solution"
  end
  else begin
    let default_is word = key_of header "default" = Some (Text (text_of word)) in
    let more = if default_is "near" then " below near" else if default_is "cells" then " tables" else "" in
    let table = exactly ("puzzle claim default states width moves" ^ more) "the header" header in
    let length = whole table "claim" 0 most_length and count = whole table "states" 0 most_states in
    let default =
      match choice table "default" [ ("zero", `Zero); ("cells", `Cells); ("near", `Near) ] with
      | `Zero -> Checker.Zero
      | `Cells -> Checker.Cells (family.tables (table "tables"))
      | `Near ->
          let most = Families.most_goals in
          if family.goals > most then refuse "the board has more than %d goals" most;
          let below = whole table "below" 1 255 in
          Checker.Near (below, Lists.listed body family.ranges (whole table "near" 0 (most_states - count)) 1)
    in
    let numbers = Lists.listed body family.ranges count (whole table "width" 1 4) in
    Lists.at_end body;
    match table "moves" with
    | Null ->
        accepted family (Checker.AtLeast (length, default, numbers));
        Printf.sprintf "no solution costs less than %d" length
    | moves ->
        let names = List.rev (List.rev_map family.name_of (texts "moves" most_moves moves)) in
        accepted family (Checker.Fewest (length, default, numbers, names));
        Printf.sprintf "the fewest moves are %d" length
  end

let check path =
  let file = open_in_bin path in
  let taken count = try really_input_string file count with End_of_file -> refuse "the file ends too early" in
  if (try really_input_string file (String.length magic) with End_of_file -> "") <> magic then
    refuse "this is no proof of version 1: it does not begin with `clew proof 1`";
  let size = Int32.to_int (String.get_int32_be (taken 4) 0) land 0xFFFFFFFF in
  if size > most_header then refuse "the header is too long";
  let header = parse (characters (taken size)) in
  let puzzle = match key_of header "puzzle" with
    | Some (Table _ as puzzle) -> puzzle
    | _ -> refuse "the header has no `puzzle`"
  in
  let proved = prove header (Families.read puzzle) (Lists.begun file) in
  let buffer = Buffer.create 1000 in
  print buffer puzzle;
  Printf.printf "proved: %s\nof the puzzle: %s\n" proved (Buffer.contents buffer)

(* Ends the check after so many seconds of processor time. *)
let limit seconds =
  let late _ = refuse "not done after %g seconds; --seconds gives it more time" seconds in
  Sys.set_signal Sys.sigprof (Sys.Signal_handle late);
  ignore (Unix.setitimer Unix.ITIMER_PROF { Unix.it_interval = 0.; it_value = seconds })

let usage =
  "usage: clew-check-proved [--seconds SECONDS] FILE\n\n\
   Checks a proof that a move puzzle cannot be solved in fewer moves, by a program that is itself proved.\n\
   Exits with 0 if the proof holds, and with 1 if not. It takes at most SECONDS (50) of processor time."

let run seconds path =
  try limit seconds; check path with
  | Refused why -> print_endline ("not proved: " ^ why); exit 1
  | Sys_error why -> print_endline ("not read: " ^ why); exit 1
  | Stack_overflow | Out_of_memory ->
      print_endline "not proved: the file is too large for this program";
      exit 1

let () =
  match Array.to_list Sys.argv with
  | [ _; ("-h" | "--help") ] -> print_endline usage
  | [ _; path ] -> run 50. path
  | [ _; "--seconds"; seconds; path ] when Option.value (float_of_string_opt seconds) ~default:0. > 0. ->
      run (float_of_string seconds) path
  | _ ->
      prerr_endline usage;
      exit 2
