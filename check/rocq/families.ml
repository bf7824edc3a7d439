(* From the keys of a puzzle in a header to the puzzle of the proved part, by docs/reference/proofs.md.

   This must be right: a mistake here would prove a claim about another puzzle. *)

module List = Stdlib.List (* not the one of the proved part *)
open Header

let most_goals = 100_000

(* What the shell needs of a puzzle. *)
type family = {
  ranges : int list;  (* how many values each field of a position has *)
  name_of : text -> int list;  (* a move's name as the proved part has it; [] if it is none *)
  goals : int;  (* how many goals the default `near` would have to list, if each token had a plate *)
  tables : value -> int list list;  (* tables of the default `cells` as the proved part has them *)
  check : Checker.claim -> bool;
}

(* ---------------------------------------------------------------- parts of texts *)

(* A number without leading zeros. *)
let digits text =
  let is_digit code = code >= 48 && code <= 57 in
  match text with
  | [] -> None
  | _ when List.compare_length_with text 9 > 0 || not (List.for_all is_digit text) -> None
  | [ 48 ] -> Some 0
  | 48 :: _ -> None
  | _ -> Some (List.fold_left (fun sum code -> (10 * sum) + code - 48) 0 text)

(* The texts before and after the first such sign; None if it is not there. *)
let split sign text =
  let rec go before = function
    | [] -> None
    | code :: after when code = Char.code sign -> Some (List.rev before, after)
    | code :: after -> go (code :: before) after
  in
  go [] text

let rec words text =
  match split ' ' text with None -> [ text ] | Some (word, rest) -> word :: words rest

let place_of one values =
  let rec go at = function [] -> None | other :: rest -> if other = one then Some at else go (at + 1) rest in
  go 0 values

(* The place of a word in a list of words with blanks between them. *)
let place_in known word = place_of word (words (text_of known))

(* The number of the cell `c4`. *)
let cell_of height width name =
  let letter code = if code >= 97 && code <= 122 then code - 96 else 0 in
  let column, row =
    match name with
    | one :: other :: row when letter one > 0 && letter other > 0 -> ((26 * letter one) + letter other, row)
    | one :: row -> (letter one, row)
    | [] -> (0, [])
  in
  match digits row with
  | Some row when column >= 1 && column <= width && row >= 1 && row <= height ->
      ((row - 1) * width) + column - 1
  | _ -> refuse "'%s' is no cell of the board" (shown name)

(* For each of these texts, what an object of tables says of each cell; nothing for a text without a table. *)
let read_tables keys cells = function
  | Table entries ->
      if List.exists (fun (key, _) -> not (List.mem key keys)) entries then refuse "a table is of something unknown";
      let number = function
        | Whole number when number >= 0 && number <= 255 -> number
        | _ -> refuse "a table must have numbers from 0 to 255"
      in
      let read value =
        let table = List.map number (list "tables" cells value) in
        if List.length table < cells then refuse "a table must have a number for each of %d cells" cells;
        table
      in
      List.map (fun key -> Option.fold ~none:[] ~some:read (List.assoc_opt key entries)) keys
  | _ -> refuse "`tables` must be an object"

let no_tables _ = refuse "the default `cells` is not for this puzzle"

let flag table key =
  match table key with Bool is -> is | _ -> refuse "`%s` must be true or false" key

(* ---------------------------------------------------------------- grids *)

let point = Char.code '.'
let hash = Char.code '#'

(* The signs of a list of rows of one length, in reading order; the number of rows; their length. *)
let grid what value =
  let rows = texts what 64 value in
  let width = match rows with row :: _ -> List.length row | [] -> 0 in
  if width < 1 || width > 64 || List.exists (fun row -> List.length row <> width) rows then
    refuse "`%s` must have from 1 to 64 rows of one length, of as many cells at most" what;
  (List.concat rows, List.length rows, width)

let cells_of sign signs =
  List.filter_map Fun.id (List.mapi (fun cell other -> if other = sign then Some cell else None) signs)

(* The signs but those, sorted, each with its cells. *)
let cells_by_sign but signs =
  let found = List.filter (fun sign -> not (List.mem sign but)) (List.sort_uniq compare signs) in
  List.map (fun sign -> (sign, cells_of sign signs)) found

(* ---------------------------------------------------------------- blocks *)

(* Steps such as L1D12 as directions, the last one first; None if they are no path. *)
let path_of text =
  let is_digit code = code >= 48 && code <= 57 in
  let rec leading found = function
    | code :: rest when is_digit code -> leading (code :: found) rest
    | rest -> (List.rev found, rest)
  in
  let rec go path = function
    | [] -> Some path
    | letter :: rest -> (
        let count, rest = leading [] rest in
        match (place_of letter (text_of "LRUD"), digits count) with
        | Some way, Some count ->
            let too_long = count > 4096 || List.compare_length_with path 4096 > 0 in
            let same_way = match path with last :: _ -> last = way | [] -> false in
            if count = 0 || too_long || same_way then None
            else go (List.init count (fun _ -> way) @ path) rest
        | _ -> None)
  in
  if text = [] then None else go [] text

(* Rows down and columns right of the first cell. *)
let shape_of width cells =
  let first = List.hd cells in
  List.map (fun cell -> ((cell / width) - (first / width), (cell mod width) - (first mod width))) cells

let ways_of free shape =
  let lies = List.for_all (fun (row, _) -> row = 0) shape in
  let stands = List.for_all (fun (_, column) -> column = 0) shape in
  if free then [ 0; 1; 2; 3 ]
  else if List.length shape = 1 || not (lies || stands) then
    refuse "a piece is not straight, or a single cell"
  else if lies then [ 0; 1 ]
  else [ 2; 3 ]

(* Whether the goal is an exit; and the pieces that it names, with the cells that they are to cover. *)
let read_blocks_goal pieces height width = function
  | Table _ as goal ->
      let table = exactly "piece exit" "an exit" goal in
      let piece =
        match table "piece" with
        | Text [ sign ] when List.mem_assoc sign pieces -> sign
        | _ -> refuse "`piece` must be a piece of the board"
      in
      let on_edge =
        choice table "exit"
          [
            ("left", fun cell -> cell mod width = 0);
            ("right", fun cell -> cell mod width = width - 1);
            ("up", fun cell -> cell < width);
            ("down", fun cell -> cell >= (height - 1) * width);
          ]
      in
      (true, [ (piece, List.filter on_edge (List.init (height * width) Fun.id)) ])
  | goal ->
      let signs, goal_height, goal_width = grid "goal" goal in
      let wanted = cells_by_sign [ point ] signs in
      let unknown = List.exists (fun (sign, _) -> not (List.mem_assoc sign pieces)) wanted in
      if goal_height <> height || goal_width <> width || unknown then
        refuse "`goal` must be as large as the board, and name its pieces";
      (false, wanted)

let read_blocks puzzle =
  let table = exactly "family board movement metric goal" "a puzzle of blocks" puzzle in
  let signs, height, width = grid "board" (table "board") in
  let free = choice table "movement" [ ("axis", false); ("free", true) ] in
  let counted =
    choice table "metric" [ ("step", Blocks.By_step); ("slide", Blocks.By_slide); ("piece", Blocks.By_piece) ]
  in
  let pieces = cells_by_sign [ point; hash ] signs in
  if pieces = [] || List.length pieces > 64 then refuse "a board has from 1 to 64 pieces";
  let exit, wanted = read_blocks_goal pieces height width (table "goal") in
  (* Free pieces of one shape that the goal does not name are of one kind, and follow the first of them. *)
  let kind (sign, cells) =
    if free && not (List.mem_assoc sign wanted) then `Shape (shape_of width cells) else `Piece sign
  in
  let add kinds piece = if List.mem (kind piece) kinds then kinds else kind piece :: kinds in
  let all_kinds = List.rev (List.fold_left add [] pieces) in
  let number one = Option.get (place_of one all_kinds) in
  let of_kind one = List.filter (fun piece -> kind piece = one) pieces in
  let ordered = List.concat_map of_kind all_kinds in
  let shapes = List.map (fun one -> shape_of width (snd (List.hd (of_kind one)))) all_kinds in
  let name_of = function
    | [] -> []
    | sign :: path -> (
        match (place_of sign (List.map fst ordered), path_of path) with
        | Some piece, Some path -> piece :: path
        | _ -> [])
  in
  let puzzle : Blocks.puzzle =
    {
      height;
      width;
      walls = cells_of hash signs;
      kinds = List.map (fun piece -> number (kind piece)) ordered;
      shapes;
      ways = List.map (ways_of free) shapes;
      counted;
      exit;
      wanted = List.map (fun (sign, cells) -> (number (`Piece sign), cells)) wanted;
      coq_begin = List.map (fun (_, cells) -> List.hd cells) ordered;
    }
  in
  {
    ranges = List.map (fun _ -> height * width) ordered;
    name_of;
    goals = 0;
    tables = no_tables;
    check = Blocks.check puzzle;
  }

(* ---------------------------------------------------------------- pebbles *)

(* In how many ways so few can be chosen of so many; a little more than [most_goals] if that is less. *)
let choose many few =
  let few = min few (many - few) in
  let rec go product at =
    if at >= few then product
    else if product > most_goals then most_goals + 1
    else go (product * (many - at) / (at + 1)) (at + 1)
  in
  if few < 0 then 0 else go 1 0

let read_near value =
  let cell = function Whole cell -> cell | _ -> refuse "`allowed_moves` must be lists of cells" in
  let others value = List.map cell (list "allowed_moves" 512 value) in
  let near = List.map others (list "allowed_moves" 512 value) in
  let cells = List.length near in
  if cells = 0 then refuse "`allowed_moves` must have from 1 to 512 lists";
  let linked = Array.make_matrix cells cells false in
  let link cell last other =
    if other < 0 || other >= cells || other = cell then
      refuse "`allowed_moves` names a cell that is none, or a cell as its own neighbour";
    if other <= last then refuse "the lists of `allowed_moves` must be ascending";
    linked.(cell).(other) <- true;
    other
  in
  List.iteri (fun cell others -> ignore (List.fold_left (link cell) (-1) others)) near;
  let one_sided cell = List.exists (fun other -> not linked.(other).(cell)) in
  if List.exists Fun.id (List.mapi one_sided near) then
    refuse "`allowed_moves` names a pair of neighbours from one side only";
  (Pebbles.Graph near, cells)

let read_layout value =
  let wrong () = refuse "`layout` must be `grid ROWSxCOLUMNS`, of at most 512 cells" in
  match value with
  | Text text -> (
      match words text with
      | [ kind; size ] when kind = text_of "grid" -> (
          let number text = Option.value (digits text) ~default:0 in
          match split 'x' size with
          | Some (rows, columns) ->
              let rows, columns = (number rows, number columns) in
              if rows < 1 || columns < 1 || rows > 512 || columns > 512 || rows * columns > 512 then wrong ();
              (Pebbles.Grid (rows, columns), rows * columns)
          | None -> wrong ())
      | _ -> wrong ())
  | _ -> wrong ()

let read_pebbles puzzle =
  let slides = key_of puzzle "metric" = Some (Text (text_of "slides")) in
  let kind = if slides then "layout" else "allowed_moves" in
  let table = exactly ("family " ^ kind ^ " metric plates pebbles") "a puzzle of pebbles" puzzle in
  choice table "metric" [ ("moves", ()); ("slides", ()) ];
  let board, cells = (if slides then read_layout else read_near) (table kind) in
  let plates = texts "plates" cells (table "plates") in
  let pebbles = texts "pebbles" cells (table "pebbles") in
  if List.length plates <> cells || List.length pebbles <> cells then
    refuse "`plates` and `pebbles` must have a token for each cell";
  let tokens = List.sort_uniq compare (List.filter (fun token -> token <> text_of "-") pebbles) in
  let numbers = Hashtbl.create 512 in
  List.iteri (fun place token -> Hashtbl.replace numbers token (place + 1)) tokens;
  (* A plate whose token no pebble has stays uncovered, like one of a hole. *)
  let number token = Option.value (Hashtbl.find_opt numbers token) ~default:0 in
  let plates = List.map number plates and pebbles = List.map number pebbles in
  let count token = List.fold_left (fun sum other -> if other = token then sum + 1 else sum) 0 in
  let more many token =
    let token = number token in
    min (most_goals + 1) (many * max 1 (choose (count token plates) (count token pebbles)))
  in
  let name_of name =
    match split '-' name with
    | None -> []
    | Some (cell, hole) -> (
        match (digits cell, digits hole) with Some cell, Some hole -> [ cell; hole ] | _ -> [])
  in
  (* By cell, and there by the number of a token, 0 for a hole. *)
  let by_cell value =
    let by_token = List.map Array.of_list (read_tables tokens cells value) in
    let says cell table = if table = [||] then 0 else table.(cell) in
    List.init cells (fun cell -> 0 :: List.map (says cell) by_token)
  in
  {
    ranges = List.map (fun _ -> List.length tokens + 1) pebbles;
    name_of;
    goals = List.fold_left more 1 tokens;
    tables = (if slides then no_tables else by_cell);
    check = Pebbles.check { board; plates; pebbles };
  }

(* ---------------------------------------------------------------- ricochet *)

(* The letters of the goal: colour, row and column. *)
let read_letters colour anywhere height width = function
  | List [] -> []
  | goal ->
      let signs, goal_height, goal_width = grid "goal" goal in
      if (not anywhere) && (goal_height <> height || goal_width <> width) then
        refuse "`goal` must be as large as the board";
      let letter cell sign =
        if sign = point then None
        else if colour sign < 0 then refuse "`goal` must name colours of tiles only"
        else Some (colour sign, (cell / goal_width, cell mod goal_width))
      in
      List.filter_map Fun.id (List.mapi letter signs)

(* The direction and the cell of a wall, and, if there is a cell beyond it, the same from there. *)
let read_wall height width text =
  let cell, side =
    match split ' ' text with
    | Some (name, side) -> (cell_of height width name, place_in "left right up down" side)
    | None -> refuse "a wall must be a cell and a side"
  in
  let both way other on_board there = (way, cell) :: (if on_board then [ (other, there) ] else []) in
  match side with
  | Some 0 -> both 0 1 (cell mod width > 0) (cell - 1)
  | Some 1 -> both 1 0 (cell mod width < width - 1) (cell + 1)
  | Some 2 -> both 2 3 (cell >= width) (cell - width)
  | Some 3 -> both 3 2 (cell + width < height * width) (cell + width)
  | _ -> refuse "a wall must be a cell and a side"

(* The cell of a diagonal, whether it rises, and the colour that passes it, -1 if none does. *)
let read_slant colour height width text =
  let cell, kind, passes =
    match words text with
    | [ cell; kind ] -> (cell, kind, -1)
    | [ cell; kind; [ sign ] ] -> (cell, kind, colour sign)
    | [ cell; kind; []; [] ] -> (cell, kind, colour (Char.code ' '))
    | _ -> refuse "a diagonal must be a cell, `rising` or `falling`, and a colour or none"
  in
  match place_in "falling rising" kind with
  | Some kind -> (cell_of height width cell, (kind = 1, passes))
  | None -> refuse "a diagonal must be `rising` or `falling`"

let read_moved = function
  | Null -> 0
  | Text word -> (
      match place_in "left right up down turned" word with
      | Some place -> place + 1
      | None -> refuse "`moved` must be null, or left, right, up, down or turned")
  | _ -> refuse "`moved` must be null, or left, right, up, down or turned"

let read_ricochet puzzle =
  let keys = "family board goal edges anywhere walls diagonals must_turn moved" in
  let table = exactly keys "a puzzle of ricochet" puzzle in
  let signs, height, width = grid "board" (table "board") in
  let blocks = cells_of hash signs in
  let tiles = cells_by_sign [ point; hash ] signs in
  let cells = List.concat_map snd tiles in
  if cells = [] || List.length cells > 64 then refuse "a board has from 1 to 64 tiles";
  let colour sign = Option.value (place_of sign (List.map fst tiles)) ~default:(-1) in
  let anywhere = flag table "anywhere" in
  let letters = read_letters colour anywhere height width (table "goal") in
  let sides = List.concat_map (read_wall height width) (texts "walls" (1 lsl 14) (table "walls")) in
  let walled way = List.sort_uniq compare (List.filter (fun (other, _) -> other = way) sides) in
  let slants = List.map (read_slant colour height width) (texts "diagonals" (1 lsl 12) (table "diagonals")) in
  let places = List.map fst slants in
  if List.length (List.sort_uniq compare places) < List.length places then
    refuse "a cell has two diagonals";
  if List.exists (fun cell -> List.mem cell blocks) places then refuse "a diagonal is on a block";
  let moved = read_moved (table "moved") in
  let target =
    match (flag table "must_turn", letters) with
    | true, [ (colour, _) ] when List.length (snd (List.nth tiles colour)) = 1 -> Some colour
    | true, _ -> refuse "`must_turn` needs a goal of one letter, and one tile of its colour"
    | false, _ -> if moved > 0 then refuse "`moved` is for a target that must turn" else None
  in
  let turn value = if target = None then [] else [ value ] in
  let name_of name =
    match List.rev name with
    | [] -> []
    | way :: rest -> (
        match (place_of way (text_of "LRUD"), cell_of height width (List.rev rest)) with
        | Some way, cell -> [ cell; way ]
        | None, _ -> []
        | exception Refused _ -> [])
  in
  let puzzle : Ricochet.puzzle =
    {
      height;
      width;
      blocks;
      walls = List.map (fun way -> List.map snd (walled way)) [ 0; 1; 2; 3 ];
      slants;
      coq_open = choice table "edges" [ ("stop", false); ("open", true) ];
      kinds = List.concat (List.mapi (fun number (_, cells) -> List.map (fun _ -> number) cells) tiles);
      letters;
      anywhere;
      target;
      coq_begin = cells @ turn moved;
    }
  in
  {
    ranges = List.map (fun _ -> height * width) cells @ turn 6;
    name_of;
    goals = 0;
    tables = (if anywhere then no_tables else read_tables (List.map (fun (sign, _) -> [ sign ]) tiles) (height * width));
    check = Ricochet.check puzzle;
  }

(* ---------------------------------------------------------------- coroutine *)

let compass = "N NE E SE S SW W NW"

let read_square text =
  let direction word =
    match place_in compass word with
    | Some number -> number
    | None -> refuse "a square must be directions with one blank between them"
  in
  if text = [] then [] else List.map direction (words text)

let read_coroutine puzzle =
  let table = exactly "family squares coins target first metric rule" "a puzzle of coroutine" puzzle in
  let rows = List.map (texts "squares" 32) (list "squares" 32 (table "squares")) in
  let height = List.length rows and width = match rows with row :: _ -> List.length row | [] -> 0 in
  if width = 0 || List.exists (fun row -> List.length row <> width) rows then
    refuse "the rows of `squares` must have one length";
  let turn = whole table "first" 0 1 in
  let coins =
    match List.map (cell_of height width) (texts "coins" 2 (table "coins")) with
    | [ one; other ] when one <> other -> [ one; other; turn ]
    | _ -> refuse "`coins` must be two cells"
  in
  let name_of = function
    | ((48 | 49) as coin) :: way -> (
        match place_in compass way with
        | Some number -> [ coin - 48; number ]
        | None -> if way = text_of "-" then [ coin - 48; -1 ] else [])
    | _ -> []
  in
  let target =
    match table "target" with
    | Text name -> cell_of height width name
    | _ -> refuse "`target` must be a cell"
  in
  let puzzle : Coroutine.puzzle =
    {
      height;
      width;
      squares = List.map read_square (List.concat rows);
      target;
      own = choice table "rule" [ ("other", false); ("own", true) ];
      free_pass = choice table "metric" [ ("turns", false); ("steps", true) ];
      coins;
    }
  in
  {
    ranges = [ height * width; height * width; 2 ];
    name_of;
    goals = 0;
    tables = no_tables;
    check = Coroutine.check puzzle;
  }

(* ---------------------------------------------------------------- all *)

let read puzzle =
  match key_of puzzle "family" with
  | Some (Text family) when family = text_of "blocks" -> read_blocks puzzle
  | Some (Text family) when family = text_of "pebbles" -> read_pebbles puzzle
  | Some (Text family) when family = text_of "ricochet" -> read_ricochet puzzle
  | Some (Text family) when family = text_of "coroutine" -> read_coroutine puzzle
  | _ -> refuse "this program knows the families blocks, pebbles, ricochet and coroutine"
