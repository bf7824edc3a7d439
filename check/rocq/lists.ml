(* The lists of a proof file, after its header.

   What is read here need not be right: the proved part accepts a claim only if the lists that it gets prove
   it. *)

module List = Stdlib.List (* not the one of the proved part *)
open Header

let most_body = 1 lsl 26
let most_file = 1 lsl 27

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
      let left = body.until - body.from in
      try Zlib.inflate body.stream body.packed body.from left found at count Zlib.Z_SYNC_FLUSH
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
  let byte = Bytes.create 1 in
  if more body byte 0 1 > 0 || body.from < body.until || input body.file byte 0 1 > 0 then
    refuse "something follows the end of the lists"

let begun file =
  { file; stream = Zlib.inflate_init true; packed = Bytes.create 65536; from = 0; until = 0; read = 0;
    room = most_body; finished = false }

(* The next list of the body, as a search tree by the last field, the field before it, and so on. *)
let listed body ranges count width =
  let size = if List.for_all (fun range -> range <= 256) ranges then 1 else 2 in
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
         ranges)
  in
  let numbers = take body (count * width) in
  let number at =
    let rec go byte sum =
      if byte < 0 then sum else go (byte - 1) ((sum lsl 8) lor Bytes.get_uint8 numbers ((at * width) + byte))
    in
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
          let same = tree (field - 1) begun ended in
          Store.Fork (fork low middle, value column begun, same, fork (middle + 1) high)
      in
      fork 0 (Array.length runs)
    end
  in
  tree (Array.length columns - 1) 0 count
