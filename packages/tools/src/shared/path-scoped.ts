import type { PathScope } from '@hermes/core'

/** Scope of a tool that touches only the file in its `path` argument. Without that argument, the call runs alone. */
export const pathScoped: PathScope<unknown> = {
  paths: (args) => (hasPath(args) ? [args.path] : []),
}

function hasPath(args: unknown): args is { readonly path: string } {
  return typeof args === 'object' && args !== null && 'path' in args && typeof args.path === 'string'
}
