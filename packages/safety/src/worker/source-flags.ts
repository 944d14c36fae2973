/** Lets imports in TypeScript sources end in `.js`, as the compiler requires. */
const resolveSources = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts')
    return next(isSource ? specifier.replace(/[.]js$/, '.ts') : specifier, context)
  },
})`

/**
 * Returns the Node.js flags of a worker: those that run a module from its sources, as the tests of this repository do,
 * or none.
 */
export function sourceFlags(module: URL): string[] {
  if (!module.pathname.endsWith('.ts')) return []
  const hooks = `data:text/javascript,${encodeURIComponent(resolveSources)}`
  return ['--conditions=@hermes/source', '--import', hooks]
}
