const causes: readonly (readonly [RegExp, string])[] = [
  [/ENOENT/, 'It is not installed. Install Docker or Podman, or name its program.'],
  [
    /permission denied.{0,400}(?:socket|daemon)/is,
    'You have no permission to use it. Join the group "docker", or use Podman, which needs no such permission.',
  ],
  [
    /pull access denied|manifest unknown|no such image|image not known|short-name|requested access|not found: manifest/i,
    'The image does not exist. Correct its name, or log in to its registry.',
  ],
  [
    /initializing source|trying to pull|error response from daemon: get /i,
    'The image cannot be pulled. Check its name and the network.',
  ],
  [/cannot connect|is the docker daemon running|connection refused/i, 'It is not running. Start it.'],
  [/no space left/i, 'The disk is full. Free some space, for example with "system prune".'],
  [
    /is not running|no such container|no container with/i,
    'The container is gone. Run the command again to restart it.',
  ],
]

/** Explains a failure of a container engine: what to do, and the engine's own message. */
export function explainEngine(program: string, output: string): string {
  const said = output.trim().replace(/\s+/g, ' ')
  const [, advice] = causes.find(([pattern]) => pattern.test(said)) ?? []
  return `${program} failed. ${advice ?? 'See what it says.'}${said === '' ? '' : ` (${said})`}`
}
