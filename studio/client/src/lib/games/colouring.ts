/** What the parts of a source are, for their colours; it says nothing about whether they are right. */

export type Kind = 'heading' | 'comment' | 'colour' | 'word' | 'arrow' | 'plain';

export interface Part {
  kind: Kind;
  text: string;
}

/** A part of a line that something is said about, by the indices of its characters. */
export interface Mark {
  begin: number;
  end: number;
  severity: 'error' | 'warning';
}

export interface MarkedPart extends Part {
  mark: Mark['severity'] | null;
}

/** The parts of a line cut where marks begin and end; an error hides a warning in the same place. */
export function marked(parts: readonly Part[], marks: readonly Mark[]): MarkedPart[] {
  if (!marks.length) return parts.map((part) => ({ ...part, mark: null }));
  const edges = marks.flatMap(({ begin, end }) => [begin, end]);
  let at = 0;
  return parts.flatMap(({ kind, text }) => {
    const [begin, end] = [at, (at += text.length)];
    const inside = edges.filter((edge) => edge > begin && edge < end);
    const cuts = [...new Set([begin, ...inside, end])].sort((a, b) => a - b);
    return cuts.slice(1).map((to, number) => {
      const from = cuts[number]!;
      const over = marks.filter((mark) => mark.begin <= from && mark.end >= to);
      const mark = over.find(({ severity }) => severity === 'error') ?? over[0];
      return { kind, text: text.slice(from - begin, to - begin), mark: mark?.severity ?? null };
    });
  });
}

const HEADINGS = /^(objects|legend|sounds|collisionlayers|rules|winconditions|levels)$/;
const WORDS =
  /^(late|again|random|rigid|startloop|endloop|cancel|checkpoint|restart|win|message|all|some|no|any|on|and|or|up|down|left|right|horizontal|vertical|orthogonal|perpendicular|parallel|moving|stationary|action|randomdir|title|author|homepage|sfx\d+)$/;
const COLOURS =
  /^(black|white|gr[ae]y|(dark|light)gr[ae]y|(dark|light)?(red|brown|green|blue)|orange|yellow|purple|pink|transparent|#[\da-f]{3,8})$/;
const TOKEN = /[()]|->|[<>^v](?=\s)|[[\]|]|#?[\p{L}\d_]+|\s+|./gu;

/** The parts of each line. Comments are in brackets, one in another, over any number of lines. */
export function coloured(text: string): Part[][] {
  let section = '';
  let depth = 0;
  return text.split('\n').map((line) => {
    const bare = line.replace(/^[=\s]+|[=\s]+$/g, '').toLowerCase();
    if (!depth && (HEADINGS.test(bare) || /^=+\s*$/.test(line))) {
      section = bare || section;
      return [{ kind: 'heading', text: line }];
    }
    const drawn = section === 'levels' && !/^\s*message\b/i.test(line);
    const parts: Part[] = [];
    for (const [token] of line.matchAll(TOKEN)) {
      if (token === '(' && !drawn) depth += 1;
      const said = section === '' && parts.length > 0; // a title or a name may be any words
      const kind = depth ? 'comment' : drawn || said ? 'plain' : kindOf(token.toLowerCase(), section);
      if (token === ')' && depth) depth -= 1;
      const last = parts.at(-1);
      if (last && (last.kind === kind || !token.trim())) last.text += token;
      else parts.push({ kind, text: token });
    }
    return parts;
  });
}

function kindOf(token: string, section: string): Kind {
  if (section === 'objects') return COLOURS.test(token) ? 'colour' : 'plain';
  if (section === 'rules' && /^(->|[<>^v]|[[\]|])$/.test(token)) return 'arrow';
  return WORDS.test(token) ? 'word' : 'plain';
}
