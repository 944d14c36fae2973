import type { PathScope } from '@hermes/core'

/** A tool that touches the one file that its argument `path` names. Without that argument it runs alone. */
export const pathScoped: PathScope<unknown> = {
  paths: (args) => (hasPath(args) ? [args.path] : []),
}

function hasPath(args: unknown): args is { readonly path: string } {
  return typeof args === 'object' && args !== null && 'path' in args && typeof args.path === 'string'
}
