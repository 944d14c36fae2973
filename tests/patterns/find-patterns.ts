import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { readSources, root } from '../architecture/source-files.js'

export interface FilePatterns {
  readonly path: string
  readonly literals: readonly RegExp[]
  /** The number of places that construct a pattern from text. */
  readonly constructions: number
}

/** Returns all pattern literals in the sources. */
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

export interface LoadedPatterns {
  readonly patterns: readonly RegExp[]
  /** The number of places in the source that created them. */
  readonly places: number
}

/** Returns the patterns that the files construct when they are imported. */
export async function loadPatterns(paths: readonly string[]): Promise<ReadonlyMap<string, LoadedPatterns>> {
  const made: { readonly path: string; readonly place: string; readonly pattern: RegExp }[] = []
  const record = (pattern: RegExp) => {
    const place = new Error().stack?.split('\n').find((line) => /\/(?:packages|apps)\/[^/]+\/src\//.test(line)) ?? ''
    const path = paths.find((candidate) => place.includes(`/${candidate}:`))
    if (path !== undefined) made.push({ path, place, pattern })
    return pattern
  }
  const real = globalThis.RegExp
  globalThis.RegExp = new Proxy(real, {
    construct: (target, [source, flags]) => record(new target(source, flags)),
    apply: (target, _, [source, flags]) => record(target(source, flags)),
  })
  try {
    for (const path of paths) await import(/* @vite-ignore */ join(root, path))
  } finally {
    globalThis.RegExp = real
  }
  return new Map(
    paths.map((path) => {
      const own = made.filter((one) => one.path === path)
      return [
        path,
        { patterns: own.map(({ pattern }) => pattern), places: new Set(own.map(({ place }) => place)).size },
      ]
    }),
  )
}
