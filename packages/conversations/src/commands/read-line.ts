/** A line that is parsed as a command. */
export interface ReadLine {
  /**
   * The name without the slash, in lower case. `_` is read as `-`, because some networks do not allow `-` in command
   * names.
   */
  readonly name: string
  readonly args: string
}

/** Parses a line. Returns `undefined` if it is a message: `/usr/bin is full` names a path. */
export function readLine(line: string): ReadLine | undefined {
  const [, name, args = ''] = /^\/([a-z0-9_?:-]*)(?:\s+([\s\S]*))?$/i.exec(line.trimEnd()) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase().replaceAll('_', '-'), args }
}

/** Whether a name is valid: `title`, `weather:forecast`. */
export function isCommandName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]*(?::[a-z0-9][a-z0-9-]*)*$/.test(name)
}
