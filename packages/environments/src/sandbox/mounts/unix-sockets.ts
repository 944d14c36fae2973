import { existsSync, readFileSync } from 'node:fs'

/** Listening Unix sockets of this machine. */
export interface ListeningSockets {
  /** Paths of socket files. */
  readonly paths: readonly string[]
  /** Whether there are abstract names, which are not files. */
  readonly hasAbstract: boolean
}

const acceptsConnections = 0x10000
const datagram = 2

/** Reads the kernel's list for this process's network namespace. Without a list, assumes that there are abstract names. */
export function listeningSockets(listFile = '/proc/net/unix'): ListeningSockets {
  if (!existsSync(listFile)) return { paths: [], hasAbstract: true }
  const names = readFileSync(listFile, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, , , flags = '0', type = '0', , , ...name] = line.split(/ +/)
      const isListening =
        (Number.parseInt(flags, 16) & acceptsConnections) !== 0 || Number.parseInt(type, 16) === datagram
      return isListening && name.length > 0 ? [name.join(' ')] : []
    })
  return {
    paths: [...new Set(names.filter((name) => name.startsWith('/')))],
    hasAbstract: names.some((name) => name.startsWith('@')),
  }
}
