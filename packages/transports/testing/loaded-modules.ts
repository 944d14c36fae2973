import { registerHooks } from 'node:module'
import { onTestFinished } from 'vitest'

/** Watches, for the length of the test, which modules Node loads; the result tells whether one of a package was. */
export function watchLoads(): (packageName: string) => boolean {
  const loaded: string[] = []
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  onTestFinished(() => hooks.deregister())
  return (packageName) => loaded.some((url) => url.includes(`node_modules/${packageName}/`))
}
