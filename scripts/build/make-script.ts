import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type OutputChunk, rollup } from 'rollup'

/** The module of an app that exports `runCompiled`. */
const runner = './run-compiled.js'

/** Parameters of the script. */
const [modules, importHere, here] = ['$modules', '$importHere', '$here']

/**
 * Moves the code of `dist/<name>.js` to `dist/<name>.script`, for `runCompiled`, which keeps what it has compiled. The module that remains
 * runs the script and exports the same.
 */
export async function makeScript(dist: string, name: string): Promise<void> {
  const module = join(dist, `${name}.js`)
  const bundle = await rollup({
    input: module,
    external: (id) => id !== module,
    makeAbsoluteExternalsRelative: false,
    treeshake: false,
    plugins: [
      {
        name: 'script-parameters',
        renderDynamicImport: () => ({ left: `${importHere}(`, right: ')' }),
        resolveImportMeta: (property) => (property === null ? here : `${here}.${property}`),
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'cjs',
    compact: true,
    esModule: false,
    exports: 'named',
    strict: false,
  })
  await bundle.close()
  const [chunk] = output
  requireAscii(chunk, module)
  requireConstants(chunk, module)
  const script = scriptOf(chunk)
  await writeFile(join(dist, `${name}.script`), script)
  await writeFile(module, moduleOf(chunk, `{url:new URL("${name}.script",import.meta.url),checksum:${crc32(script)}}`))
}

/** The module copies each value once. */
function requireConstants({ code, exports }: OutputChunk, module: string): void {
  for (const name of exports)
    if (code.split(`exports.${name}=`).length > 2) throw new Error(`${module} exports "${name}", which changes.`)
}

/** The script is read as Latin-1, which V8 need not convert. */
function requireAscii({ code }: OutputChunk, module: string): void {
  if (Buffer.byteLength(code) !== code.length) throw new Error(`${module} is not written in ASCII.`)
}

function scriptOf({ code }: OutputChunk): string {
  const scope = `"use strict";const exports={},require=name=>${modules}[name];`
  return `(function(${modules},${importHere},${here}){${scope}${code}\nreturn exports})`
}

function moduleOf({ exports, imports }: OutputChunk, file: string): string {
  const imported = imports.map((path, index) => `import*as m${index} from${JSON.stringify(path)};`)
  const byPath = imports.map((path, index) => `${JSON.stringify(path)}:m${index}`)
  return [
    ...imported,
    `import{runCompiled}from${JSON.stringify(runner)};`,
    `const exported=runCompiled(${file},{modules:{${byPath}},importHere:name=>import(name),here:import.meta});`,
    ...exports.map((each, index) => `const e${index}=exported.${each};`),
    `export{${exports.map((each, index) => `e${index} as ${each}`)}};`,
  ].join('')
}
