import type { Io, OutputStream } from '../io.js'

/**
 * Sends what anything writes to the standard output, such as `console.log` of a plugin, to the standard error from now on.
 * @returns the way to the standard output, for what belongs there.
 */
export function divertStdout({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>): OutputStream['write'] {
  const write = stdout.write.bind(stdout)
  stdout.write = (chunk: unknown, ...rest: readonly unknown[]) => {
    const done = rest.find((argument) => typeof argument === 'function')
    return stderr.write(chunk instanceof Uint8Array ? chunk : String(chunk), () => done?.())
  }
  return write
}
