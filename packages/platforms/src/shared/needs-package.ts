import { PlatformError } from '@hermes/core/platform'

/**
 * Explains a missing package, for `import(name).catch(needsPackage(who, name))` of an optional peer dependency. A bundler tolerates a
 * package that is not installed if the failure is handled at the import itself.
 */
export function needsPackage(who: string, name: string): (cause: unknown) => never {
  return (cause) => {
    throw new PlatformError('refused', `${who} needs the package "${name}": install it with \`npm install ${name}\`.`, {
      cause,
    })
  }
}
