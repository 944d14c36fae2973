import { builtinModules } from 'node:module'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Takes Node's modules by `process.getBuiltinModule` in the place of `import`, which reads every property of a module for its list of
 * exports. Some of these load much: `crypto` has Web Crypto behind one, `http` all of `fetch`. Only what is used of a module is read.
 */
export const nodeBuiltins: Plugin = {
  name: 'node-builtins',
  setup(build) {
    const names = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]).concat('node:sqlite'))
    build.onResolve({ filter: /^(node:)?[a-z_]/ }, ({ path, kind, importer }) => {
      if (!names.has(path) || kind === 'require-call') return undefined
      return {
        path: path.replace(/^(node:)?/, 'node:'),
        namespace: 'node-builtin',
        suffix: `?${importer}`,
        sideEffects: false,
      }
    })
    build.onLoad({ filter: /.*/, namespace: 'node-builtin' }, ({ path }) => ({
      contents: moduleOf(path),
      loader: 'js',
    }))
  },
}

function moduleOf(path: string): string {
  const exported = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[a-zA-Z_$][\w$]*$/.test(name))
  const get = `process.getBuiltinModule(${JSON.stringify(path)})`
  return [
    `const it = /* @__PURE__ */ (() => ${get})()`,
    'export default it',
    ...exported.map((name, index) => `const $${index} = /* @__PURE__ */ (() => it.${name})()`),
    `export { ${exported.map((name, index) => `$${index} as ${name}`).join(', ')} }`,
  ].join('\n')
}
