import type { Language } from './phrases.ts'
import type { Random } from './random.ts'

/** The subject of a history. */
export const subjects = ['software', 'research', 'chat'] as const

export type Subject = (typeof subjects)[number]

/** One turn without any facts to remember. */
export interface FillerTurn {
  readonly user: string
  readonly calls: readonly { readonly name: string; readonly args: object; readonly result: string }[]
  readonly assistant: string
}

interface Texts {
  readonly asks: readonly string[]
  readonly answers: readonly string[]
  readonly sentences: readonly string[]
  /** Irrelevant names and figures, because rare words are not necessarily important. */
  readonly details: readonly ((place: string, other: string, figure: number) => string)[]
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    asks: [
      'Please look at the next part.',
      'What about the following file?',
      'Go on with this.',
      'Can you check that as well?',
    ],
    answers: ['I have looked at it, and it reads well.', 'Nothing unusual here.', 'That part does what it says.'],
    sentences: [
      'The function takes a list and returns the same list in another order.',
      'Each row of the table has a date, a place and a short remark.',
      'The weather on the coast was mild for the time of the year.',
      'Most readers skip the introduction and begin with the examples.',
      'The module exports a handful of helpers that other parts rely on.',
      'A second reviewer came to much the same view of the matter.',
    ],
    details: [
      (place, other, figure) => `From ${place} to ${other} it is ${figure} metres along the old wall.`,
      (place, other, figure) => `In ${place} they counted ${figure} of them, in ${other} nearly as many.`,
      (place, other, figure) => `${place} is mentioned on page ${figure}, next to ${other}.`,
    ],
  },
  de: {
    asks: [
      'Schau dir bitte den nächsten Teil an.',
      'Und die folgende Datei?',
      'Mach damit weiter.',
      'Prüfst du das auch?',
    ],
    answers: [
      'Ich habe es mir angesehen, es liest sich gut.',
      'Hier ist nichts Auffälliges.',
      'Der Teil hält, was er sagt.',
    ],
    sentences: [
      'Die Funktion nimmt eine Liste und gibt sie in anderer Reihenfolge zurück.',
      'Jede Zeile der Tabelle hat ein Datum, einen Ort und eine kurze Bemerkung.',
      'An der Küste war das Wetter für die Jahreszeit mild.',
      'Die meisten überspringen die Einleitung und beginnen mit den Beispielen.',
    ],
    details: [
      (place, other, figure) => `Von ${place} nach ${other} sind es an der alten Mauer entlang ${figure} Meter.`,
      (place, other, figure) => `${place} steht auf Seite ${figure}, gleich neben ${other}.`,
    ],
  },
  es: {
    asks: [
      'Mira la siguiente parte, por favor.',
      '¿Y el archivo siguiente?',
      'Sigue con esto.',
      '¿Puedes revisar eso también?',
    ],
    answers: ['Lo he mirado y se lee bien.', 'Aquí no hay nada fuera de lo normal.', 'Esa parte hace lo que dice.'],
    sentences: [
      'La función recibe una lista y la devuelve en otro orden.',
      'Cada fila de la tabla tiene una fecha, un lugar y una nota breve.',
      'En la costa el tiempo fue suave para la época del año.',
      'La mayoría se salta la introducción y empieza por los ejemplos.',
    ],
    details: [
      (place, other, figure) => `De ${place} a ${other} hay ${figure} metros por la muralla vieja.`,
      (place, other, figure) => `${place} aparece en la página ${figure}, al lado de ${other}.`,
    ],
  },
  zh: {
    asks: ['请看下一部分。', '下一个文件呢？', '继续吧。', '这个也检查一下好吗？'],
    answers: ['我看过了，读起来没有问题。', '这里没有什么异常。', '这一部分和说明一致。'],
    sentences: [
      '这个函数接收一个列表，并按另一种顺序返回。',
      '表格的每一行都有日期、地点和一句简短的备注。',
      '这个季节海边的天气比较温和。',
      '大多数读者会跳过引言，直接从例子开始看。',
    ],
    details: [
      (place, other, figure) => `从 ${place} 到 ${other} 沿旧城墙有 ${figure} 米。`,
      (place, other, figure) => `${place} 在第 ${figure} 页，紧挨着 ${other}。`,
    ],
  },
}

export function fillerTurn(subject: Subject, language: Language, random: Random): FillerTurn {
  const { asks, answers, sentences, details } = texts[language]
  const sentence = () =>
    random.next() < 0.5
      ? random.pick(sentences)
      : random.pick(details)(place(random), place(random), random.whole(2, 9_999))
  const paragraph = (count: number) => Array.from({ length: count }, sentence).join(' ')
  if (subject === 'chat') {
    return { user: paragraph(random.whole(1, 6)), calls: [], assistant: paragraph(random.whole(2, 14)) }
  }
  const toCall = subject === 'software' ? softwareCall : researchCall
  const calls = Array.from({ length: random.whole(1, 5) }, () => toCall(random, paragraph))
  return {
    user: random.pick(asks),
    calls,
    assistant: `${random.pick(answers)} ${paragraph(random.whole(0, 2))}`.trim(),
  }
}

/** Returns an invented place name. */
function place(random: Random): string {
  const syllable = () =>
    random.pick('ba be ba do du fa fe go ka ke li lo ma mi na no pe ra ri so ta te vo za'.split(' '))
  const name = Array.from({ length: random.whole(2, 4) }, syllable).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type Paragraph = (count: number) => string

function softwareCall(random: Random, paragraph: Paragraph): FillerTurn['calls'][number] {
  const file = `src/part-${random.whole(1, 400)}/item-${random.whole(1, 90)}.ts`
  if (random.next() < 0.6) return { name: 'read_file', args: { path: file }, result: code(random) }
  const command = random.pick(['git status', 'ls -la', `npm test -- ${file}`])
  const lines = Array.from({ length: random.whole(3, 40) }, () => `${random.whole(100, 999)} ${file} ${paragraph(1)}`)
  return { name: 'terminal', args: { command }, result: lines.join('\n') }
}

function code(random: Random): string {
  const names = ['value', 'entry', 'index', 'result', 'total', 'list', 'next', 'part']
  const line = () =>
    `  const ${random.pick(names)}${random.whole(0, 99)} = ${random.pick(names)}.${random.pick(names)}(${random.whole(0, 9999)}, '${random.pick(names)}')`
  return Array.from({ length: random.whole(10, 90) }, line).join('\n')
}

function researchCall(random: Random, paragraph: Paragraph): FillerTurn['calls'][number] {
  const page = `https://example.org/${random.pick(['notes', 'reports', 'essays'])}/${random.whole(1, 9999)}`
  return { name: 'web_extract', args: { urls: [page] }, result: `# ${page}\n\n${paragraph(random.whole(10, 60))}` }
}
