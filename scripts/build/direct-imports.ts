import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Where a name of an entry point is declared. */
interface Declared {
  readonly path: string
  readonly name: string
}

/**
 * Imports names of the workspace's packages from the files that declare them, past the `index.ts`. esbuild splits by the files that an
 * import reaches, whatever names it takes: through an `index.ts`, every module would load all that the whole program uses of a package.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  setup(build) {
    build.onResolve({ filter: /^direct:/ }, ({ path }) => ({
      path: path.slice('direct:'.length),
      namespace: 'direct',
      sideEffects: false,
    }))
    build.onLoad({ filter: /.*/, namespace: 'direct' }, ({ path }) => {
      const [index = '', names = ''] = path.split('?')
      return {
        contents: names
          .split(',')
          .map((name) => exportOf(index, name))
          .join('\n'),
        resolveDir: dirname(index),
      }
    })
    build.onLoad({ filter: /\/(packages|apps)\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: rewritten(await readFile(path, 'utf8'), path),
      loader: 'ts',
    }))
  },
}

function rewritten(source: string, importer: string): string {
  return withStaticImports(withDynamicImports(source, importer), importer)
}

/** The module of an `import()` is made of the names that are taken from it. */
function withDynamicImports(source: string, importer: string): string {
  return source.replace(
    /(\{ [\w, ]+ \} = await import\()'([^']+)'\)|(\(await import\()'([^']+)'(\)\)\.)(\w+)/g,
    (whole, before: string, specifier: string, open: string, of: string, close: string, name: string) => {
      const index = indexOf(specifier ?? of, importer)
      if (index === undefined) return whole
      const names = name ?? before.slice(2, before.indexOf(' }')).replaceAll(' ', '')
      const direct = JSON.stringify(onlyFile(index, names.split(',')) ?? `direct:${index}?${names}`)
      return name === undefined ? `${before}${direct})` : `${open}${direct}${close}${name}`
    },
  )
}

/** The file that declares all of the names, if it is one. */
function onlyFile(index: string, names: readonly string[]): string | undefined {
  const found = names.map((name) => ({ ...find(index, name), exported: name }))
  const isOne = found.every(({ path, name, exported }) => path === found[0]?.path && name === exported)
  return isOne ? found[0]?.path : undefined
}

function exportOf(index: string, exported: string): string {
  const { path, name } = find(index, exported)
  return `export { ${name} as ${exported} } from ${JSON.stringify(path)}`
}

function withStaticImports(source: string, importer: string): string {
  return source.replace(/^import \{([^}]*)\} from '([^']+)'$/gm, (statement, names: string, specifier: string) => {
    const index = indexOf(specifier, importer)
    if (index === undefined) return statement
    return valuesOf(names)
      .map(({ name, as }) => {
        const { path, name: declared } = find(index, name)
        return `import { ${declared} as ${as} } from ${JSON.stringify(path)};`
      })
      .join(' ')
  })
}

/** Follows re-exports to a file that is no entry point. */
function find(index: string, exported: string): Declared {
  for (const [, names = '', specifier = ''] of readFileSync(index, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)'$/gm,
  )) {
    const found = valuesOf(names).find(({ as }) => as === exported)
    if (!found) continue
    const next = indexOf(specifier, index)
    return next === undefined ? { path: resolved(specifier, index), name: found.name } : find(next, found.name)
  }
  return { path: index, name: exported }
}

/** The names of a clause, without types. */
function valuesOf(names: string): readonly { readonly name: string; readonly as: string }[] {
  return names
    .split(',')
    .map((each) => each.replace(/\/\/.*$/gm, '').trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = each, as = name] = each.split(' as ')
      return { name, as }
    })
}

/** The `index.ts` that a specifier names, if it names one. */
function indexOf(specifier: string, importer: string): string | undefined {
  if (!/^(\.|@hermes\/)/.test(specifier)) return undefined
  const path = resolved(specifier, importer)
  return basename(path) === 'index.ts' ? path : undefined
}

function resolved(specifier: string, importer: string): string {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier).replace(/\.js$/, '.ts')
  if (!specifier.startsWith('@hermes/')) return specifier
  const [scope = '', name = '', ...rest] = specifier.split('/')
  const manifest = createRequire(importer).resolve(`${scope}/${name}/package.json`)
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports: Record<string, Record<string, string>> }
  const key = rest.length === 0 ? '.' : `./${rest.join('/')}`
  return join(dirname(manifest), exports[key]?.['@hermes/source'] ?? '')
}
