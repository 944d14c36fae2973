import type { Io, OutputStream } from '../io.js'

/**
 * Redirects everything that is written to stdout, such as `console.log` in a plugin, to stderr from now on.
 * @returns a function that writes to stdout, for the intended output.
 */
export function divertStdout({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>): OutputStream['write'] {
  const write = stdout.write.bind(stdout)
  stdout.write = (chunk: unknown, ...rest: readonly unknown[]) => {
    const done = rest.find((argument) => typeof argument === 'function')
    return stderr.write(chunk instanceof Uint8Array ? chunk : String(chunk), () => done?.())
  }
  return write
}
