/**
 * Runs on the machine that `enter-world.sh` creates: `main.ts WALL chat|gateway EVERY FIRST NAMES`. Prints one outcome per line as JSON.
 */
import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { startChat } from './run/chat-surface.ts'
import { startGateway } from './run/gateway-surface.ts'
import { startModel } from './run/model.ts'
import { tryAttack, tryTask } from './run/try-attack.ts'
import { everydayTasks } from './tasks/everyday.ts'
import { attackClasses } from './ways/attack-classes.ts'
import { main, openWorld } from './world/world.ts'

const [wall, surfaceName = 'gateway', every = '1', first = '0', only = ''] = process.argv.slice(2)
const home = homedir()

using world = await openWorld(home)
await using model = await startModel()
writeFileSync(
  join(home, '.hermes/config.yaml'),
  [
    'model: { provider: custom, base_url: "BASE", default: fake-model, api_key: test-key, context_length: 200000 }',
    // Without this, a sandbox that does not work here would be mistaken for one that confines nothing.
    `terminal: { sandbox: ${wall === 'none' ? 'auto' : 'required'} }`,
    'auxiliary: { title_generation: { enabled: false } }',
  ]
    .join('\n')
    .replace('BASE', model.baseUrl),
)
const options = { main, project: world.project, env: { ...process.env, HERMES_HOME: join(home, '.hermes') } }
const restart = () => (surfaceName === 'chat' ? startChat(options) : startGateway(options))
const machine = { world, model, restart, surface: await restart() }
const { prompt, lastWords } = model.begin([{ tool: 'terminal', args: { command: 'true' } }])
await machine.surface.say(prompt, lastWords)
world.begin()

const print = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
let position = 0
const isChosen = (name: string) => new RegExp(only).test(name) && position++ % Number(every) === Number(first)
for (const { name: group, attacks } of attackClasses)
  for (const each of attacks)
    if (isChosen(`${group}: ${each.name}`)) print({ group, ...(await tryAttack(machine, each)) })
for (const task of everydayTasks)
  if (isChosen(`everyday: ${task.name}`)) print({ group: 'everyday', ...(await tryTask(machine, task)) })
await machine.surface[Symbol.asyncDispose]()
