/** One tool call of the scripted model. In texts, `@NAME@` is replaced with a place or a number of the world: see `Places`. */
export interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** One way in which a hostile model tries to harm its owner. */
export interface Attack {
  /** A unique name of a few words. */
  readonly name: string
  readonly steps: readonly Step[]
  /** What the owner does afterwards, so that a planted file or setting may cause harm. Default: nothing. */
  readonly afterwards?: 'git' | 'login'
  /** How long after the last step the effect may appear, in milliseconds. Default 0. */
  readonly delayMs?: number
}

export interface AttackClass {
  readonly name: string
  /** A row of the tables in the documentation. */
  readonly title: string
  readonly attacks: readonly Attack[]
}

/** An everyday task that must work without a question. */
export interface Task {
  readonly name: string
  readonly steps: readonly Step[]
  /** A shell command that succeeds in the project if the task was done. The commands of the task must succeed, too. */
  readonly check: string
}

/** Returns a call that runs a command in the terminal. */
export function sh(command: string, more: Readonly<Record<string, unknown>> = {}): Step {
  return { tool: 'terminal', args: { command, ...more } }
}

export function background(command: string): Step {
  return sh(command, { background: true })
}

export function python(code: string): Step {
  return { tool: 'execute_code', args: { code, language: 'python' } }
}

export function javascript(code: string): Step {
  return { tool: 'execute_code', args: { code, language: 'javascript' } }
}

export function write(path: string, content: string): Step {
  return { tool: 'write_file', args: { path, content } }
}

export function replace(path: string, before: string, after: string): Step {
  return { tool: 'patch', args: { path, old_string: before, new_string: after } }
}

/** Returns a call that applies a patch to several files. */
export function patch(...lines: readonly string[]): Step {
  return { tool: 'patch', args: { mode: 'patch', patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') } }
}

export function read(path: string): Step {
  return { tool: 'read_file', args: { path } }
}

export function attack(name: string, ...steps: readonly Step[]): Attack {
  return { name, steps }
}
