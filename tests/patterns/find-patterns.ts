import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { readSources, root } from '../architecture/source-files.js'

export interface FilePatterns {
  readonly path: string
  readonly literals: readonly RegExp[]
  /** In how many places a pattern is made from a text. */
  readonly constructions: number
}

/** All patterns that the sources write down. */
export function findPatterns(): readonly FilePatterns[] {
  return readSources().flatMap(({ path, isTest }) => (isTest ? [] : [patternsOf(path)]))
}

function patternsOf(path: string): FilePatterns {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (errors[0]) throw new SyntaxError(`${path} cannot be read: ${errors[0].message}`)
  const literals: RegExp[] = []
  let constructions = 0
  const count = ({ callee }: { readonly callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp') constructions += 1
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push(new RegExp(node.regex.pattern, node.regex.flags))
    },
    NewExpression: count,
    CallExpression: count,
  }).visit(program)
  return { path, literals, constructions }
}

/** What a module makes of texts while it is loaded, by the place in its source. */
export async function loadPatterns(path: string): Promise<ReadonlyMap<string, RegExp>> {
  const made = new Map<string, RegExp>()
  const real = globalThis.RegExp
  const record = (pattern: RegExp) => {
    const place = new Error().stack?.split('\n').find((line) => line.includes(`/${path}`))
    if (place) made.set(place, pattern)
    return pattern
  }
  globalThis.RegExp = new Proxy(real, {
    construct: (target, [source, flags]) => record(new target(source, flags)),
    apply: (target, _, [source, flags]) => record(target(source, flags)),
  })
  try {
    await import(/* @vite-ignore */ join(root, path))
  } finally {
    globalThis.RegExp = real
  }
  return made
}
