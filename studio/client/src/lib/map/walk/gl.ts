/** Draws states, moves and the network of shortest solutions with WebGL 2. */

import type { Camera } from './camera';
import type { Walk } from './data';

const PLACE = `#version 300 es
uniform mat3 turn; uniform vec2 shift, window; uniform float scale, space, reach, fade;
vec3 placed(vec2 flat_, vec3 deep) { return turn * mix(vec3(flat_, 0.0), deep, space); }
vec2 pixel(vec3 p) { return p.xy * scale + shift; }
vec4 clip(vec2 p) { return vec4(p / window * 2.0 * vec2(1.0, -1.0), 0.0, 1.0); }
float near(vec3 p) { return mix(1.0, clamp(0.62 - 0.5 * p.z / reach, 0.12, 1.0), space * fade); }
`;

const LINES = {
  vertex: `${PLACE}
in vec2 flat_; in vec3 deep; in vec4 ink; out vec4 tint;
void main() { vec3 p = placed(flat_, deep); gl_Position = clip(pixel(p)); tint = vec4(ink.rgb, ink.a * near(p)); }`,
  fragment: `#version 300 es
precision mediump float; uniform float strength; in vec4 tint; out vec4 colour;
void main() { colour = vec4(tint.rgb, tint.a * strength); }`,
};

const DOTS = {
  vertex: `${PLACE}
uniform float size; in vec2 flat_; in vec3 deep; in vec4 ink; out vec4 tint; out float r;
void main() {
  vec3 p = placed(flat_, deep); gl_Position = clip(pixel(p)); tint = vec4(ink.rgb, near(p)); r = ink.a * 255.0;
  gl_PointSize = r > 1.5 ? max(size * 1.7, 3.5) : size;
}`,
  // 1: a disc; 2: a goal, a square on its corner; 3: a dead end, a cross.
  fragment: `#version 300 es
precision mediump float; uniform float cross; in vec4 tint; in float r; out vec4 colour;
void main() {
  vec2 p = abs(gl_PointCoord * 2.0 - 1.0);
  if (r < 0.5) discard;
  if (r > 2.5) { if (cross < 0.5 || abs(p.x - p.y) > 0.36) discard; }
  else if (r > 1.5) { if (p.x + p.y > 1.0) discard; }
  else if (length(p) > 1.0) discard;
  colour = tint;
}`,
};

const BANDS = {
  vertex: `${PLACE}
in vec2 flatA; in vec3 deepA; in vec2 flatB; in vec3 deepB; in vec4 ink; in float wide; out vec4 tint;
void main() {
  vec3 a = placed(flatA, deepA), b = placed(flatB, deepB);
  vec2 p = pixel(a), q = pixel(b), along = q - p;
  vec2 side = length(along) > 0.001 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  float end = float(gl_VertexID & 1), hand = float(gl_VertexID >> 1) - 0.5;
  gl_Position = clip(mix(p, q, end) + side * hand * wide);
  tint = vec4(ink.rgb, ink.a * mix(near(a), near(b), end));
}`,
  fragment: LINES.fragment,
};

const MATTER = { flat: 2, deep: 3 } as const;
export type Ink = Uint8Array<ArrayBuffer>;

interface Layer {
  program: WebGLProgram;
  vao: WebGLVertexArrayObject;
  count: number;
  ink: WebGLBuffer;
}

/** What a frame shows. */
export interface Shown {
  edges: boolean;
  corridor: boolean;
  heat: boolean;
  dead: boolean;
  dark: boolean;
}

export class Painter {
  private readonly gl: WebGL2RenderingContext;
  private readonly lines: Layer;
  private readonly dots: Layer;
  private readonly network: Layer | null = null;
  private readonly heat: Layer | null = null;

  /** `ends`: the states of each move that is drawn, two by two. Throws if there is no WebGL 2. */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly walk: Walk,
    private readonly ends: Uint32Array,
  ) {
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: true, premultipliedAlpha: true });
    if (!gl) throw new Error('WebGL 2 is missing');
    this.gl = gl;
    this.lines = this.layer(LINES, ends);
    this.dots = this.layer(
      DOTS,
      Uint32Array.from({ length: walk.states }, (_, i) => i),
    );
    const { network, heat } = walk;
    if (network) {
      this.network = this.bands(Uint32Array.from(network.from), Uint32Array.from(network.to), network.share);
    }
    if (heat) {
      const made = heatEnds(walk);
      this.heat = this.bands(made.from, made.to, made.share);
    }
  }

  private program({ vertex, fragment }: { vertex: string; fragment: string }): WebGLProgram {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(program) ?? 'the shaders do not link');
    }
    return program;
  }

  private attribute(program: WebGLProgram, name: string, data: Float32Array, size: number, each = 0): void {
    const { gl } = this;
    const place = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(place, each);
  }

  private inked(program: WebGLProgram, each = 0): WebGLBuffer {
    const { gl } = this;
    const ink = gl.createBuffer();
    const place = gl.getAttribLocation(program, 'ink');
    gl.bindBuffer(gl.ARRAY_BUFFER, ink);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 4, gl.UNSIGNED_BYTE, true, 0, 0);
    gl.vertexAttribDivisor(place, each);
    return ink;
  }

  private layer(shaders: typeof LINES, states: Uint32Array): Layer {
    const { gl, walk } = this;
    const program = this.program(shaders);
    const vao = gl.createVertexArray();
    gl.bindVertexArray(vao);
    this.attribute(program, 'flat_', gathered(walk.flat, states, MATTER.flat), MATTER.flat);
    this.attribute(program, 'deep', gathered(walk.deep, states, MATTER.deep), MATTER.deep);
    return { program, vao, count: states.length, ink: this.inked(program) };
  }

  /** Lines of a width in pixels, one instance each. */
  private bands(from: Uint32Array, to: Uint32Array, share: ArrayLike<number>): Layer {
    const { gl, walk } = this;
    const program = this.program(BANDS);
    const vao = gl.createVertexArray();
    gl.bindVertexArray(vao);
    for (const [letter, states] of [
      ['A', from],
      ['B', to],
    ] as const) {
      this.attribute(program, `flat${letter}`, gathered(walk.flat, states, MATTER.flat), MATTER.flat, 1);
      this.attribute(program, `deep${letter}`, gathered(walk.deep, states, MATTER.deep), MATTER.deep, 1);
    }
    const wide = Float32Array.from({ length: from.length }, (_, i) => 1.1 + 2.4 * Math.sqrt(share[i]! / 255));
    this.attribute(program, 'wide', wide, 1, 1);
    return { program, vao, count: from.length, ink: this.inked(program, 1) };
  }

  /** Colours of the ends of moves, of states (their fourth byte is their sign), and of the two networks. */
  colour(ends: Ink, states: Ink, accent: number[], warm: number[]): void {
    this.fill(this.lines, ends);
    this.fill(this.dots, states);
    if (this.network) this.fill(this.network, plain(accent, this.network.count));
    if (this.heat) this.fill(this.heat, plain(warm, this.heat.count));
  }

  private fill(layer: Layer, data: Ink): void {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, layer.ink);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, data, this.gl.STATIC_DRAW);
  }

  draw(camera: Camera, shown: Shown): void {
    const { gl } = this;
    const pixels = gl.canvas.width / Math.max(1, camera.width);
    gl.viewport(0, 0, gl.canvas.width, gl.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    // Few long lines may be strong; many lines on few pixels add up by themselves.
    const crowd = this.ends.length / 2 / Math.max(1, camera.scale ** 2 * camera.radius ** 2);
    const strength = Math.min(0.9, Math.max(shown.dark ? 0.26 : 0.34, 0.1 / Math.sqrt(crowd)));
    if (shown.edges) {
      this.use(this.lines, camera, pixels, strength);
      gl.drawArrays(gl.LINES, 0, this.lines.count);
    }
    this.use(this.dots, camera, pixels, 1);
    const size = Math.min(8, Math.max(shown.edges ? 1 : 1.8, camera.scale * 0.055)) * pixels;
    gl.uniform1f(gl.getUniformLocation(this.dots.program, 'size'), size);
    gl.uniform1f(gl.getUniformLocation(this.dots.program, 'cross'), shown.dead ? 1 : 0);
    gl.drawArrays(gl.POINTS, 0, this.dots.count);
    if (shown.heat && this.heat) this.instances(this.heat, camera, pixels, 0.75);
    if (shown.corridor && this.network) this.instances(this.network, camera, pixels, 0.62);
    gl.bindVertexArray(null);
  }

  private instances(layer: Layer, camera: Camera, pixels: number, strength: number): void {
    this.use(layer, camera, pixels, strength);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, layer.count);
  }

  private use({ program, vao }: Layer, camera: Camera, pixels: number, strength: number): void {
    const { gl } = this;
    const at = (name: string) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.bindVertexArray(vao);
    gl.uniformMatrix3fv(at('turn'), true, camera.turn);
    gl.uniform2f(at('shift'), camera.x * pixels, camera.y * pixels);
    gl.uniform2f(at('window'), gl.canvas.width, gl.canvas.height);
    gl.uniform1f(at('scale'), camera.scale * pixels);
    gl.uniform1f(at('space'), camera.space);
    gl.uniform1f(at('reach'), camera.radius);
    gl.uniform1f(at('fade'), 1);
    gl.uniform1f(at('strength'), strength);
  }

  /** Frees what the graphics card holds. */
  end(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function gathered(places: Float32Array, states: Uint32Array, size: number): Float32Array {
  const made = new Float32Array(states.length * size);
  states.forEach((state, i) => {
    for (let axis = 0; axis < size; axis++) made[i * size + axis] = places[state * size + axis]!;
  });
  return made;
}

function plain(colour: number[], count: number): Ink {
  const made = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) made.set([...colour, 255], 4 * i);
  return made;
}

/** Moves that somebody made. */
function heatEnds(walk: Walk): { from: Uint32Array; to: Uint32Array; share: number[] } {
  const [from, to, share]: number[][] = [[], [], []];
  for (let state = 0; state < walk.states; state++) {
    for (let edge = walk.first[state]!; edge < walk.first[state + 1]!; edge++) {
      if (!walk.heat![edge]) continue;
      from!.push(state);
      to!.push(walk.after[edge]!);
      share!.push(walk.heat![edge]!);
    }
  }
  return { from: Uint32Array.from(from!), to: Uint32Array.from(to!), share: share! };
}
