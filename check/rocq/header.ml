(* The header of a proof file: UTF-8, JSON, and the strictness of docs/reference/proofs.md about both. *)

module List = Stdlib.List (* not the one of the proved part *)

exception Refused of string

let refuse format = Printf.ksprintf (fun text -> raise (Refused text)) format

(* A text is the list of its characters, as Unicode scalar values: texts are ordered as lists are. *)
type text = int list

type value =
  | Null
  | Bool of bool
  | Whole of int
  | Text of text
  | List of value list
  | Table of (text * value) list

(* ---------------------------------------------------------------- UTF-8 *)

let characters (bytes : string) : int array =
  let size = String.length bytes in
  let found = Array.make size 0 in
  let byte at =
    if at < size && Char.code bytes.[at] land 0xC0 = 0x80 then Char.code bytes.[at] land 0x3F
    else refuse "the header is not UTF-8"
  in
  let rec go at count =
    if at = size then Array.sub found 0 count
    else
      let first = Char.code bytes.[at] in
      let code, long =
        if first < 0x80 then (first, 1)
        else if first land 0xE0 = 0xC0 then (((first land 0x1F) lsl 6) lor byte (at + 1), 2)
        else if first land 0xF0 = 0xE0 then
          (((first land 0x0F) lsl 12) lor (byte (at + 1) lsl 6) lor byte (at + 2), 3)
        else if first land 0xF8 = 0xF0 then
          ( ((first land 0x07) lsl 18) lor (byte (at + 1) lsl 12) lor (byte (at + 2) lsl 6) lor byte (at + 3),
            4 )
        else refuse "the header is not UTF-8"
      in
      if code < [| 0; 0; 0x80; 0x800; 0x10000 |].(long) || not (Uchar.is_valid code) then
        refuse "the header is not UTF-8";
      found.(count) <- code;
      go (at + long) (count + 1)
  in
  go 0 0

let text_of (word : string) : text = List.init (String.length word) (fun at -> Char.code word.[at])

let shown (text : text) : string =
  let buffer = Buffer.create 20 in
  List.iteri (fun at code -> if at < 20 then Buffer.add_utf_8_uchar buffer (Uchar.of_int code)) text;
  Buffer.contents buffer

(* ---------------------------------------------------------------- JSON *)

let deepest = 50

let parse (source : int array) : value =
  let at = ref 0 in
  let damaged () = refuse "the header is not JSON, near character %d" !at in
  let next () = if !at < Array.length source then source.(!at) else -1 in
  let is sign = next () = Char.code sign in
  let take () =
    let code = next () in
    if code < 0 then damaged ();
    incr at;
    code
  in
  let expect sign = if take () <> Char.code sign then damaged () in
  let rec blanks () =
    if is ' ' || is '\t' || is '\n' || is '\r' then (incr at; blanks ())
  in
  let word letters value = String.iter expect letters; value in
  let digit code = code >= Char.code '0' && code <= Char.code '9' in
  let whole () =
    let begun = !at in
    let minus = is '-' in
    if minus then incr at;
    if not (digit (next ())) then damaged ();
    let zero = is '0' in
    let rec more sum many =
      if digit (next ()) then begin
        if many = 12 then refuse "the header has a number of more than 12 characters";
        more ((10 * sum) + take () - Char.code '0') (many + 1)
      end
      else sum
    in
    let sum = more 0 0 in
    if zero && !at > begun + (if minus then 2 else 1) then damaged ();
    if is '.' || is 'e' || is 'E' then refuse "the header has a number that is not a whole one";
    if !at - begun > 12 then refuse "the header has a number of more than 12 characters";
    Whole (if minus then -sum else sum)
  in
  let rec hexadecimal sum many =
    if many = 4 then sum
    else
      let code = take () in
      let value =
        match Char.lowercase_ascii (Char.chr (min code 255)) with
        | '0' .. '9' as sign -> Char.code sign - Char.code '0'
        | 'a' .. 'f' as sign -> Char.code sign - Char.code 'a' + 10
        | _ -> damaged ()
      in
      hexadecimal ((16 * sum) + value) (many + 1)
  in
  let escaped () =
    match Char.chr (min (take ()) 255) with
    | ('"' | '\\' | '/') as sign -> Char.code sign
    | 'b' -> 8
    | 'f' -> 12
    | 'n' -> 10
    | 'r' -> 13
    | 't' -> 9
    | 'u' ->
        let code = hexadecimal 0 0 in
        if code >= 0xD800 && code < 0xDC00 then begin
          expect '\\';
          expect 'u';
          let low = hexadecimal 0 0 in
          if low < 0xDC00 || low > 0xDFFF then refuse "the header has half a surrogate pair";
          0x10000 + ((code - 0xD800) lsl 10) + (low - 0xDC00)
        end
        else if code >= 0xDC00 && code < 0xE000 then refuse "the header has half a surrogate pair"
        else code
    | _ -> damaged ()
  in
  let text () =
    expect '"';
    let rec go found =
      let code = take () in
      if code = Char.code '"' then List.rev found
      else if code < 32 then damaged ()
      else if code = Char.code '\\' then go (escaped () :: found)
      else go (code :: found)
    in
    go []
  in
  let separated close item =
    blanks ();
    if is close then (incr at; [])
    else
      let rec go found =
        let found = item () :: found in
        blanks ();
        if is close then (incr at; List.rev found) else (expect ','; blanks (); go found)
      in
      go []
  in
  let rec value depth =
    if depth > deepest then refuse "the header is nested too deeply";
    blanks ();
    match next () with
    | 0x22 -> Text (text ())
    | 0x5B ->
        incr at;
        List (separated ']' (fun () -> value (depth + 1)))
    | 0x7B ->
        incr at;
        let entries =
          separated '}' (fun () ->
              let key = text () in
              blanks ();
              expect ':';
              (key, value (depth + 1)))
        in
        let keys = List.map fst entries in
        if List.length (List.sort_uniq compare keys) < List.length keys then
          refuse "the header has a key twice";
        Table entries
    | 0x74 -> word "true" (Bool true)
    | 0x66 -> word "false" (Bool false)
    | 0x6E -> word "null" Null
    | _ -> whole ()
  in
  let found = value 0 in
  blanks ();
  if !at < Array.length source then damaged ();
  found

(* A value as JSON, in ASCII, as Python's json.dumps writes it. *)
let rec print buffer = function
  | Null -> Buffer.add_string buffer "null"
  | Bool is -> Buffer.add_string buffer (string_of_bool is)
  | Whole number -> Buffer.add_string buffer (string_of_int number)
  | Text text -> print_text buffer text
  | List values -> print_all buffer '[' ']' (print buffer) values
  | Table entries ->
      print_all buffer '{' '}'
        (fun (key, value) -> print_text buffer key; Buffer.add_string buffer ": "; print buffer value)
        entries

and print_all : 'a. Buffer.t -> char -> char -> ('a -> unit) -> 'a list -> unit =
 fun buffer opening closing print_one values ->
  Buffer.add_char buffer opening;
  List.iteri (fun at value -> if at > 0 then Buffer.add_string buffer ", "; print_one value) values;
  Buffer.add_char buffer closing

and print_text buffer text =
  Buffer.add_char buffer '"';
  List.iter
    (fun code ->
      match code with
      | 0x22 -> Buffer.add_string buffer "\\\""
      | 0x5C -> Buffer.add_string buffer "\\\\"
      | 10 -> Buffer.add_string buffer "\\n"
      | 13 -> Buffer.add_string buffer "\\r"
      | 9 -> Buffer.add_string buffer "\\t"
      | 12 -> Buffer.add_string buffer "\\f"
      | 8 -> Buffer.add_string buffer "\\b"
      | _ when code >= 0x10000 ->
          let rest = code - 0x10000 in
          Printf.bprintf buffer "\\u%04x\\u%04x" (0xD800 + (rest lsr 10)) (0xDC00 + (rest land 0x3FF))
      | _ when code < 32 || code > 126 -> Printf.bprintf buffer "\\u%04x" code
      | _ -> Buffer.add_char buffer (Char.chr code))
    text;
  Buffer.add_char buffer '"'

(* ---------------------------------------------------------------- values of a table *)

(* Refuses a table without one of these keys, or with another: an unknown one could change the claim. *)
let exactly keys what = function
  | Table entries ->
      let wanted = List.map text_of (String.split_on_char ' ' keys) in
      if List.sort compare wanted <> List.sort compare (List.map fst entries) then
        refuse "%s must have the keys %s, and no other" what keys;
      fun key -> List.assoc (text_of key) entries
  | _ -> refuse "%s must have the keys %s, and no other" what keys

let key_of table key = match table with Table entries -> List.assoc_opt (text_of key) entries | _ -> None

let choice table key allowed =
  match List.find_opt (fun (word, _) -> table key = Text (text_of word)) allowed with
  | Some (_, meaning) -> meaning
  | None -> refuse "`%s` must be one of %s" key (String.concat ", " (List.map fst allowed))

let whole table key least most =
  match table key with
  | Whole number when least <= number && number <= most -> number
  | _ -> refuse "`%s` must be a whole number from %d to %d" key least most

let list what most = function
  | List values when List.compare_length_with values most <= 0 -> values
  | _ -> refuse "`%s` must be a list of at most %d" what most

let texts what most value =
  let text_in = function Text text -> text | _ -> refuse "`%s` must be a list of texts" what in
  List.map text_in (list what most value)
