const causes: readonly (readonly [RegExp, string])[] = [
  [/ENOENT/, 'It is not installed. Install Docker or Podman, or name its program.'],
  [
    /permission denied.{0,400}(?:socket|daemon)/is,
    'You may not use it. Join the group "docker", or use Podman, which needs no such right.',
  ],
  [
    /pull access denied|manifest unknown|no such image|image not known|short-name|requested access|not found: manifest/i,
    'There is no such image. Correct its name, or log in where it is kept.',
  ],
  [
    /initializing source|trying to pull|error response from daemon: get /i,
    'The image cannot be fetched. Check its name, and the network.',
  ],
  [/cannot connect|is the docker daemon running|connection refused/i, 'It does not run. Start it.'],
  [/no space left/i, 'The disk is full. Make room, for example with "system prune".'],
  [
    /is not running|no such container|no container with/i,
    'The container is gone. Run the command again to restart it.',
  ],
]

/** One sentence on why a container engine failed and what to do, and what it said itself. */
export function explainEngine(program: string, output: string): string {
  const said = output.trim().replace(/\s+/g, ' ')
  const [, advice] = causes.find(([pattern]) => pattern.test(said)) ?? []
  return `${program} failed. ${advice ?? 'See what it says.'}${said === '' ? '' : ` (${said})`}`
}
