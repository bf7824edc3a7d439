(* The shell around the proved checkers: reads a proof file in the format of docs/reference/proofs.md.

   What it says of the header must be right: it tells the proved part which puzzle it is, and what is claimed. What it
   says of the lists need not be: the proved part accepts a claim only if the lists that it was given prove it. *)

module List = Stdlib.List (* not the one of the proved part *)
open Header

let magic = "clew proof 1\n"
let most_header = 1 lsl 22
let most_body = 1 lsl 26
let most_file = 1 lsl 27
let most_states = 2_500_000
let most_goals = 100_000
let most_length = 1 lsl 31
let most_moves = 1 lsl 20

(* What the proved part needs of a puzzle, and what the shell needs to read lists. *)
type family = {
  ranges : int list;  (* how many values each field of a position has *)
  name_of : text -> int list;  (* a move's name as the proved part has it; [] if it is none *)
  goals : int;  (* how many goals the default `near` would have to list *)
  check : Checker.claim -> bool;
}

let digits text = match text with
  | [] -> None
  | _ when List.compare_length_with text 9 > 0 || List.exists (fun code -> code < 48 || code > 57) text -> None
  | [ 48 ] -> Some 0
  | 48 :: _ -> None
  | _ -> Some (List.fold_left (fun sum code -> (10 * sum) + code - 48) 0 text)

(* The texts before and after the first sign; None if it is not there. *)
let split sign text =
  let rec go before = function
    | [] -> None
    | code :: after when code = Char.code sign -> Some (List.rev before, after)
    | code :: after -> go (code :: before) after
  in
  go [] text

(* The number of the cell `c4`. *)
let cell_of height width name =
  let letter code = if code >= 97 && code <= 122 then code - 96 else 0 in
  let column, row =
    match name with
    | [ one; other; _ ] | [ one; other; _; _ ] when letter one > 0 && letter other > 0 ->
        ((26 * letter one) + letter other, List.tl (List.tl name))
    | [ one; _ ] | [ one; _; _ ] -> (letter one, List.tl name)
    | _ -> (0, [])
  in
  match digits row with
  | Some row when column >= 1 && column <= width && row >= 1 && row <= height -> ((row - 1) * width) + column - 1
  | _ -> refuse "'%s' is no cell of the board" (shown name)

(* ---------------------------------------------------------------- pebbles *)

let choose many few =
  let few = min few (many - few) in
  let rec go product at =
    if at >= few then product
    else if product > most_goals then most_goals + 1
    else go (product * (many - at) / (at + 1)) (at + 1)
  in
  if few < 0 then 0 else go 1 0

let read_near value =
  let near =
    List.map
      (fun others ->
        List.map
          (function Whole cell -> cell | _ -> refuse "`allowed_moves` must be lists of cells")
          (list "allowed_moves" 512 others))
      (list "allowed_moves" 512 value)
  in
  let cells = List.length near in
  if cells = 0 then refuse "`allowed_moves` must have from 1 to 512 lists";
  let linked = Array.make_matrix cells cells false in
  List.iteri
    (fun cell others ->
      ignore
        (List.fold_left
           (fun last other ->
             if other < 0 || other >= cells || other = cell then
               refuse "`allowed_moves` names a cell that is none, or a cell as its own neighbour";
             if other <= last then refuse "the lists of `allowed_moves` must be ascending";
             linked.(cell).(other) <- true;
             other)
           (-1) others))
    near;
  List.iteri
    (fun cell others ->
      if List.exists (fun other -> not linked.(other).(cell)) others then
        refuse "`allowed_moves` names a pair of neighbours from one side only")
    near;
  (Pebbles.Graph near, cells)

let read_layout value =
  let sizes = match value with
    | Text text -> (
        match split ' ' text with
        | Some (kind, size) when kind = text_of "grid" -> (
            match split 'x' size with Some (rows, columns) -> (digits rows, digits columns) | None -> (None, None))
        | _ -> (None, None))
    | _ -> (None, None)
  in
  match sizes with
  | Some rows, Some columns when rows >= 1 && columns >= 1 && rows <= 512 && columns <= 512 && rows * columns <= 512 ->
      (Pebbles.Grid (rows, columns), rows * columns)
  | _ -> refuse "`layout` must be `grid ROWSxCOLUMNS`, of at most 512 cells"

let read_pebbles puzzle =
  let slides = key_of puzzle "metric" = Some (Text (text_of "slides")) in
  let kind = if slides then "layout" else "allowed_moves" in
  let table = exactly ("family " ^ kind ^ " metric plates pebbles") "a puzzle of pebbles" puzzle in
  choice table "metric" [ ("moves", ()); ("slides", ()) ];
  let board, cells = (if slides then read_layout else read_near) (table kind) in
  let plates = texts "plates" cells (table "plates") and pebbles = texts "pebbles" cells (table "pebbles") in
  if List.length plates <> cells || List.length pebbles <> cells then
    refuse "`plates` and `pebbles` must have a token for each cell";
  let tokens = List.sort_uniq compare (List.filter (fun token -> token <> text_of "-") pebbles) in
  let numbers = Hashtbl.create 512 in
  List.iteri (fun place token -> Hashtbl.replace numbers token (place + 1)) tokens;
  let number token = Option.value (Hashtbl.find_opt numbers token) ~default:0 in
  let plates = List.map number plates and pebbles = List.map number pebbles in
  let count token = List.fold_left (fun sum other -> if other = token then sum + 1 else sum) 0 in
  let goals =
    List.fold_left
      (fun many token ->
        let token = number token in
        min (most_goals + 1) (many * choose (count token plates) (count token pebbles)))
      1 tokens
  in
  {
    ranges = List.map (fun _ -> List.length tokens + 1) pebbles;
    name_of =
      (fun name ->
        match split '-' name with
        | Some (cell, hole) -> (
            match (digits cell, digits hole) with Some cell, Some hole -> [ cell; hole ] | _ -> [])
        | None -> []);
    goals;
    check = Pebbles.check { board; plates; pebbles };
  }

(* ---------------------------------------------------------------- coroutine *)

let place_of one values =
  let rec go at = function [] -> None | other :: rest -> if other = one then Some at else go (at + 1) rest in
  go 0 values

let direction sign = place_of sign (List.map text_of [ "N"; "NE"; "E"; "SE"; "S"; "SW"; "W"; "NW" ])

let rec words text =
  match split ' ' text with None -> [ text ] | Some (word, rest) -> word :: words rest

let read_coroutine puzzle =
  let table = exactly "family squares coins target first metric rule" "a puzzle of coroutine" puzzle in
  let rows = List.map (texts "squares" 32) (list "squares" 32 (table "squares")) in
  let height = List.length rows and width = match rows with row :: _ -> List.length row | [] -> 0 in
  if width = 0 || List.exists (fun row -> List.length row <> width) rows then
    refuse "the rows of `squares` must have one length";
  let square text =
    if text = [] then []
    else
      List.map
        (fun word ->
          match direction word with
          | Some number -> number
          | None -> refuse "a square must be directions with one blank between them")
        (words text)
  in
  let cell = function Text name -> cell_of height width name | _ -> refuse "a cell must be a text" in
  let target = cell (table "target") in
  let own = choice table "rule" [ ("other", false); ("own", true) ] in
  let free_pass = choice table "metric" [ ("turns", false); ("steps", true) ] in
  let turn = whole table "first" 0 1 in
  let coins =
    match List.map (cell_of height width) (texts "coins" 2 (table "coins")) with
    | [ one; other ] when one <> other -> [ one; other; turn ]
    | _ -> refuse "`coins` must be two cells"
  in
  let squares = List.concat_map (List.map square) rows in
  {
    ranges = [ height * width; height * width; 2 ];
    name_of =
      (function
      | ((48 | 49) as coin) :: way -> (
          match direction way with
          | Some number -> [ coin - 48; number ]
          | None -> if way = text_of "-" then [ coin - 48; -1 ] else [])
      | _ -> []);
    goals = 0;
    check = Coroutine.check { height; width; squares; target; own; free_pass; coins };
  }

(* ---------------------------------------------------------------- grids *)

(* A list of rows of one length; a cell is a character. *)
let grid what value =
  let rows = texts what 64 value in
  let width = match rows with row :: _ -> List.length row | [] -> 0 in
  if width < 1 || width > 64 || List.exists (fun row -> List.length row <> width) rows then
    refuse "`%s` must have from 1 to 64 rows of one length, of as many cells at most" what;
  (rows, List.length rows, width)

let point = Char.code '.'
let hash = Char.code '#'

(* The cells of each sign but those, in the order of the signs. *)
let cells_by_sign but signs =
  let pairs = List.filter (fun (sign, _) -> not (List.mem sign but)) (List.mapi (fun cell sign -> (sign, cell)) signs) in
  let found = List.sort_uniq compare (List.map fst pairs) in
  List.map (fun sign -> (sign, List.filter_map (fun (other, cell) -> if other = sign then Some cell else None) pairs)) found

(* ---------------------------------------------------------------- blocks *)

(* Steps such as L1D12, the last one first; None if they are no path. *)
let path_of text =
  let sign code = List.assoc_opt code [ (76, 0); (82, 1); (85, 2); (68, 3) ] in
  let is_digit code = code >= 48 && code <= 57 in
  let rec go path = function
    | [] -> Some path
    | letter :: rest -> (
        let rec number found = function code :: rest when is_digit code -> number (code :: found) rest | rest -> (List.rev found, rest) in
        let count, rest = number [] rest in
        match (sign letter, digits count) with
        | Some way, Some count when count >= 1 && count <= 4096 && List.compare_length_with path 4096 <= 0 && (match path with last :: _ -> last <> way | [] -> true) ->
            go (List.init count (fun _ -> way) @ path) rest
        | _ -> None)
  in
  if text = [] then None else go [] text

let read_blocks puzzle =
  let table = exactly "family board movement metric goal" "a puzzle of blocks" puzzle in
  let rows, height, width = grid "board" (table "board") in
  let free = choice table "movement" [ ("axis", false); ("free", true) ] in
  let counted = choice table "metric" [ ("slide", Blocks.By_slide); ("step", Blocks.By_step); ("piece", Blocks.By_piece) ] in
  let signs = List.concat rows in
  let walls = List.filter_map Fun.id (List.mapi (fun cell sign -> if sign = hash then Some cell else None) signs) in
  let pieces = cells_by_sign [ point; hash ] signs in
  if pieces = [] || List.length pieces > 64 then refuse "a board has from 1 to 64 pieces";
  let exit, wanted =
    match table "goal" with
    | Table _ as goal ->
        let table = exactly "piece exit" "an exit" goal in
        let on_edge =
          choice table "exit"
            [ ("left", fun cell -> cell mod width = 0); ("right", fun cell -> cell mod width = width - 1);
              ("up", fun cell -> cell < width); ("down", fun cell -> cell >= (height - 1) * width) ]
        in
        let piece = match table "piece" with
          | Text [ sign ] when List.mem_assoc sign pieces -> sign
          | _ -> refuse "`piece` must be a piece of the board"
        in
        (true, [ (piece, List.filter on_edge (List.init (height * width) Fun.id)) ])
    | goal ->
        let rows, goal_height, goal_width = grid "goal" goal in
        let wanted = cells_by_sign [ point ] (List.concat rows) in
        if goal_height <> height || goal_width <> width || List.exists (fun (sign, _) -> not (List.mem_assoc sign pieces)) wanted
        then refuse "`goal` must be as large as the board, and name its pieces";
        (false, wanted)
  in
  let shape cells =
    let first = List.hd cells in
    List.map (fun cell -> ((cell / width) - (first / width), (cell mod width) - (first mod width))) cells
  in
  let ways shape =
    let lies = List.for_all (fun (row, _) -> row = 0) shape and stands = List.for_all (fun (_, column) -> column = 0) shape in
    if free then [ 0; 1; 2; 3 ]
    else if List.length shape = 1 || not (lies || stands) then refuse "a piece is not straight, or a single cell"
    else if lies then [ 0; 1 ]
    else [ 2; 3 ]
  in
  (* Pieces of one shape that the goal does not name are of one kind, and follow the first of them. *)
  let kind (sign, cells) = if free && not (List.mem_assoc sign wanted) then `Shape (shape cells) else `Piece sign in
  let all_kinds = List.fold_left (fun found piece -> if List.mem (kind piece) found then found else found @ [ kind piece ]) [] pieces in
  let of_kind one = List.filter (fun piece -> kind piece = one) pieces in
  let ordered = List.concat_map of_kind all_kinds in
  let number one = Option.get (place_of one all_kinds) in
  let shapes = List.map (fun one -> shape (snd (List.hd (of_kind one)))) all_kinds in
  {
    ranges = List.map (fun _ -> height * width) ordered;
    name_of =
      (function
      | sign :: path -> (
          match (place_of sign (List.map fst ordered), path_of path) with
          | Some piece, Some path -> piece :: path
          | _ -> [])
      | [] -> []);
    goals = 0;
    check =
      Blocks.check
        { height; width; walls; kinds = List.map (fun piece -> number (kind piece)) ordered; shapes;
          ways = List.map ways shapes; counted; exit;
          wanted = List.map (fun (sign, cells) -> (number (`Piece sign), cells)) wanted;
          coq_begin = List.map (fun (_, cells) -> List.hd cells) ordered };
  }

(* ---------------------------------------------------------------- ricochet *)

let read_ricochet puzzle =
  let keys = "family board goal edges anywhere walls diagonals must_turn moved" in
  let table = exactly keys "a puzzle of ricochet" puzzle in
  let flag key =
    match table key with Bool is -> is | _ -> refuse "`%s` must be true or false" key
  in
  let rows, height, width = grid "board" (table "board") in
  let signs = List.concat rows in
  let blocks = List.filter_map Fun.id (List.mapi (fun cell sign -> if sign = hash then Some cell else None) signs) in
  let tiles = cells_by_sign [ point; hash ] signs in
  let cells = List.concat_map snd tiles in
  if cells = [] || List.length cells > 64 then refuse "a board has from 1 to 64 tiles";
  let colours = List.map fst tiles in
  let colour sign = Option.value (place_of sign colours) ~default:(-1) in
  let anywhere = flag "anywhere" in
  let letters =
    match table "goal" with
    | List [] -> []
    | goal ->
        let rows, goal_height, goal_width = grid "goal" goal in
        if (not anywhere) && (goal_height <> height || goal_width <> width) then
          refuse "`goal` must be as large as the board";
        let letter row column sign =
          if sign = point then None
          else if colour sign < 0 then refuse "`goal` must name colours of tiles only"
          else Some (colour sign, (row, column))
        in
        List.concat (List.mapi (fun row line -> List.filter_map Fun.id (List.mapi (letter row) line)) rows)
  in
  let wall text =
    let cell, side =
      match split ' ' text with
      | Some (name, side) -> (cell_of height width name, place_of side (List.map text_of [ "left"; "right"; "up"; "down" ]))
      | None -> refuse "a wall must be a cell and a side"
    in
    (* The next cell that way, if the board has one, has the wall on its other side. *)
    let both way other on_board there = (way, cell) :: (if on_board then [ (other, there) ] else []) in
    match side with
    | Some 0 -> both 0 1 (cell mod width > 0) (cell - 1)
    | Some 1 -> both 1 0 (cell mod width < width - 1) (cell + 1)
    | Some 2 -> both 2 3 (cell >= width) (cell - width)
    | Some 3 -> both 3 2 (cell + width < height * width) (cell + width)
    | _ -> refuse "a wall must be a cell and a side"
  in
  let sides = List.sort_uniq compare (List.concat_map wall (texts "walls" (1 lsl 14) (table "walls"))) in
  let walls = List.init 4 (fun way -> List.filter_map (fun (other, cell) -> if other = way then Some cell else None) sides) in
  let slant text =
    let cell, rising, passes =
      match words text with
      | [ name; kind ] -> (name, kind, -1)
      | [ name; kind; [ sign ] ] -> (name, kind, colour sign)
      | [ name; kind; []; [] ] -> (name, kind, colour (Char.code ' '))
      | _ -> refuse "a diagonal must be a free cell, `rising` or `falling`, and a colour or none"
    in
    let rising = if rising = text_of "rising" then true else if rising = text_of "falling" then false else refuse "a diagonal must be `rising` or `falling`" in
    (cell_of height width cell, (rising, passes))
  in
  let slants = List.map slant (texts "diagonals" (1 lsl 12) (table "diagonals")) in
  let places = List.map fst slants in
  if List.length (List.sort_uniq compare places) < List.length places || List.exists (fun cell -> List.mem cell blocks) places
  then refuse "a diagonal must be on a free cell, and alone there";
  let moved =
    match place_of (table "moved") (Null :: List.map (fun word -> Text (text_of word)) [ "left"; "right"; "up"; "down"; "turned" ]) with
    | Some turn -> turn
    | None -> refuse "`moved` must be null, or left, right, up, down or turned"
  in
  let target =
    if flag "must_turn" then
      match letters with
      | [ (colour, _) ] when List.length (snd (List.nth tiles colour)) = 1 -> Some colour
      | _ -> refuse "`must_turn` needs a goal of one letter, and one tile of its colour"
    else if moved > 0 then refuse "`moved` is for a target that must turn"
    else None
  in
  let turn_field value = if target = None then [] else [ value ] in
  {
    ranges = List.map (fun _ -> height * width) cells @ turn_field 6;
    name_of =
      (fun name ->
        match List.rev name with
        | way :: rest -> (
            match (place_of way (text_of "LRUD"), cell_of height width (List.rev rest)) with
            | Some way, cell -> [ cell; way ]
            | None, _ -> []
            | exception Refused _ -> [])
        | [] -> []);
    goals = 0;
    check =
      Ricochet.check
        { height; width; blocks; walls; slants; coq_open = choice table "edges" [ ("stop", false); ("open", true) ];
          kinds = List.concat (List.mapi (fun number (_, cells) -> List.map (fun _ -> number) cells) tiles);
          letters; anywhere; target; coq_begin = cells @ turn_field moved };
  }

(* ---------------------------------------------------------------- the body *)

type body = {
  file : in_channel;
  stream : Zlib.stream;
  packed : bytes;
  mutable from : int;
  mutable until : int;  (* packed.[from .. until - 1] is not yet unpacked *)
  mutable read : int;
  mutable room : int;
  mutable finished : bool;
}

let damaged (_, why) = refuse "the file is damaged: %s" why

(* At most so many bytes, into [found] at [at]; how many, none at the end. *)
let rec more body found at count =
  if body.finished then 0
  else begin
    if body.from = body.until then begin
      body.from <- 0;
      body.until <- input body.file body.packed 0 (Bytes.length body.packed);
      body.read <- body.read + body.until;
      if body.read > most_file then refuse "the file is too long"
    end;
    let empty = body.from = body.until in
    let finished, used, made =
      try Zlib.inflate body.stream body.packed body.from (body.until - body.from) found at count Zlib.Z_SYNC_FLUSH
      with Zlib.Error (call, why) -> damaged (call, why)
    in
    body.from <- body.from + used;
    body.finished <- finished;
    if made > 0 || finished then made
    else if empty then refuse "the file ends too early"
    else more body found at count
  end

let take body count =
  body.room <- body.room - count;
  if body.room < 0 then refuse "the lists are longer than %d bytes" most_body;
  let found = Bytes.create count in
  let rec fill at =
    if at < count then begin
      let made = more body found at (count - at) in
      if made = 0 then refuse "the file ends too early";
      fill (at + made)
    end
  in
  fill 0;
  found

let at_end body =
  if more body (Bytes.create 1) 0 1 > 0 || body.from < body.until || input body.file (Bytes.create 1) 0 1 > 0 then
    refuse "something follows the end of the lists"

(* The next list of the body, as a search tree by the last field, the field before it, and so on. *)
let listed body family count width =
  let size = if List.for_all (fun range -> range <= 256) family.ranges then 1 else 2 in
  let value column at = if size = 1 then Bytes.get_uint8 column at else Bytes.get_uint16_le column (2 * at) in
  let columns =
    Array.of_list
      (List.map
         (fun range ->
           let column = take body (count * size) in
           for at = 0 to count - 1 do
             if value column at >= range then refuse "a field has a value that is out of its range"
           done;
           column)
         family.ranges)
  in
  let numbers = take body (count * width) in
  let number at =
    let rec go byte sum = if byte < 0 then sum else go (byte - 1) ((sum lsl 8) lor Bytes.get_uint8 numbers ((at * width) + byte)) in
    go (width - 1) 0
  in
  let order () = refuse "the states are not in ascending order" in
  (* The tree of the states from [first] to [last - 1], which agree in all fields above [field]. *)
  let rec tree field first last =
    if first = last then Store.Empty
    else if last - first = 1 then
      Store.One (List.init (field + 1) (fun down -> value columns.(field - down) first), number first)
    else if field < 0 then order ()
    else begin
      let column = columns.(field) in
      let rec runs found begun at =
        if at = last then (begun, at) :: found
        else
          let before = value column (at - 1) and here = value column at in
          if here < before then order ()
          else if here = before then runs found begun (at + 1)
          else runs ((begun, at) :: found) at (at + 1)
      in
      let runs = Array.of_list (List.rev (runs [] first (first + 1))) in
      let rec fork low high =
        if low = high then Store.Empty
        else
          let middle = (low + high) / 2 in
          let begun, ended = runs.(middle) in
          Store.Fork (fork low middle, value column begun, tree (field - 1) begun ended, fork (middle + 1) high)
      in
      fork 0 (Array.length runs)
    end
  in
  tree (Array.length columns - 1) 0 count

(* ---------------------------------------------------------------- the proof *)

let accepted family claim = if not (family.check claim) then refuse "the lists do not prove the claim"

let prove header family body =
  if key_of header "claim" = Some (Text (text_of "unsolvable")) then begin
    let table = exactly "puzzle claim states" "the header" header in
    let positions = listed body family (whole table "states" 0 most_states) 0 in
    at_end body;
    accepted family (Checker.Unsolvable positions);
    "no solution"
  end
  else begin
    let near = key_of header "default" = Some (Text (text_of "near")) in
    let keys = "puzzle claim default" ^ (if near then " below near" else "") ^ " states width moves" in
    let table = exactly keys "the header" header in
    let length = whole table "claim" 0 most_length and count = whole table "states" 0 most_states in
    let default =
      match choice table "default" [ ("zero", `Zero); ("misplaced", `Bound); ("near", `Near) ] with
      | `Zero -> Checker.Zero
      | `Bound -> Checker.Bound
      | `Near ->
          if family.goals > most_goals then refuse "the board has more than %d goals" most_goals;
          let below = whole table "below" 1 255 in
          Checker.Near (below, listed body family (whole table "near" 0 (most_states - count)) 1)
    in
    let numbers = listed body family count (whole table "width" 1 4) in
    at_end body;
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
  let read = match key_of puzzle "family" with
    | Some family when family = Text (text_of "pebbles") -> read_pebbles
    | Some family when family = Text (text_of "coroutine") -> read_coroutine
    | Some family when family = Text (text_of "blocks") -> read_blocks
    | Some family when family = Text (text_of "ricochet") -> read_ricochet
    | _ -> refuse "this program knows the families blocks, pebbles, ricochet and coroutine"
  in
  let body =
    { file; stream = Zlib.inflate_init true; packed = Bytes.create 65536; from = 0; until = 0; read = 0;
      room = most_body; finished = false }
  in
  let proved = prove header (read puzzle) body in
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
  | Stack_overflow | Out_of_memory -> print_endline "not proved: the file is too large for this program"; exit 1

let () =
  match Array.to_list Sys.argv with
  | [ _; ("-h" | "--help") ] -> print_endline usage
  | [ _; path ] -> run 50. path
  | [ _; "--seconds"; seconds; path ] when Option.fold (float_of_string_opt seconds) ~none:false ~some:(fun s -> s > 0.) ->
      run (float_of_string seconds) path
  | _ -> prerr_endline usage; exit 2
