import { everydayTasks } from '../tasks/everyday.ts'
import { attackClasses } from '../ways/attack-classes.ts'
import { type Wall, walls } from '../world/enter-world.ts'
import type { ClassResult, Results } from './results.ts'

/** Replaces the tables between the markers in a page. */
export function withTables(page: string, results: Results): string {
  return walls.reduce((text, wall) => replaceBetween(text, wall, renderTable(results, wall)), page)
}

function replaceBetween(text: string, wall: Wall, table: string): string {
  const [begin, end] = [`<!-- attacks: ${wall} -->`, `<!-- end: ${wall} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`The page has no place for the table of ${wall}.`)
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`
}

function renderTable(results: Results, wall: Wall): string {
  const { gateway, chat } = results[wall]
  const rows = attackClasses.map(({ name, title }) => [title, ...figures(gateway[name], chat[name])])
  const sum = (of: typeof gateway, figure: (result: ClassResult) => number) =>
    attackClasses.reduce((total, { name }) => total + (of[name] ? figure(of[name]) : 0), 0)
  const total = [
    '**all**',
    `**${sum(gateway, waysOf)}**`,
    `**${sum(gateway, effectsOf)}**`,
    `**${sum(chat, effectsOf)}**`,
  ]
  const everyday = [
    `everyday tasks that needed an answer (of ${everydayTasks.length})`,
    '',
    ...figures(gateway.everyday, chat.everyday).slice(1),
  ]
  return [
    '| attempts to | ways | effects, unattended | effects, owner denies |',
    '| --- | --- | --- | --- |',
    ...[...rows, total, everyday].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

function figures(unattended: ClassResult | undefined, attended: ClassResult | undefined): readonly string[] {
  return [unattended?.ways, unattended?.effects.length, attended?.effects.length].map((figure) => String(figure ?? '-'))
}

function waysOf({ ways }: ClassResult): number {
  return ways
}

function effectsOf({ effects }: ClassResult): number {
  return effects.length
}
