import type { FindingName } from './finding.js'
import { type Phrase, phrase, type WordGroups } from './phrase.js'

type Patterns = readonly (readonly [FindingName, readonly string[]])[]

/** The words of one language for the aims of attacks. Without accents, as `toWords` returns them. */
interface Vocabulary {
  readonly user: string
  readonly not: string
  readonly tell: string
  readonly send: string
  readonly private: string
  readonly to: string
  readonly though: string
  readonly skip: string
  readonly question: string
  readonly fail: string
  readonly passed: string
  readonly say: string
  readonly fetch: string
  readonly obey: string
  readonly perform: string
  readonly whatever: string
  readonly schedule: string
  readonly timer: string
  readonly again: string
  readonly role: string
  readonly power: string
  readonly instructions: string
  readonly only: string
  readonly here: string
  readonly use: string
  readonly instead: string
  readonly broken: string
}

// biome-ignore format: words to read across
const german: Vocabulary = {
  user: 'nutzer|nutzern|benutzer|anwender|nutzerin|menschen|kunden', not: 'nicht|nichts|nie|niemals|ohne|kein|keine',
  tell: 'erwahne|erwahnen|sage|sag|sagen|verrate|verraten|informiere|informieren|mitteilen|erzahle|erzahlen',
  send: 'schicke|schick|sende|senden|schicken|leite|lade|ubertrage|ubermittle|kopiere|poste|maile|hochladen|weiterleiten',
  to: 'an|auf|nach|zu|unter', though: 'auch|obwohl|selbst|trotzdem',
  private: 'gesprachsverlauf|verlauf|gesprach|unterhaltung|nachrichten|passworter|passwort|kennworter|zugangsdaten|schlussel|geheimnisse|env|umgebungsvariablen|token|tokens|protokoll',
  skip: 'uberspringe|uberspringen|deaktiviere|deaktivieren|umgehe|umgehen|unterdrucke|unterdrucken|abschalten|ausschalten|schalte|entferne',
  question: 'bestatigungsfragen|ruckfragen|bestatigungen|bestatigung|freigaben|freigabe|genehmigungen|genehmigung|sandbox|schutzfilter|sicherheitsprufungen',
  fail: 'fehlschlagen|fehlgeschlagen|scheitern|fehlschlagt|scheitert', passed: 'bestanden|erfolgreich|gelungen|grun', say: 'sage|sag|melde|behaupte|berichte|schreibe|gib',
  fetch: 'lade|hole|rufe|offne|lies|besuche', obey: 'befolge|befolgen|gehorche|gehorchen', perform: 'fuhre|tue|mache|folge', whatever: 'was|alles|befehle|wortlich|ihnen',
  schedule: 'trage|erstelle|lege|richte|schreibe|fuge|plane|installiere', timer: 'crontab|cron|cronjob|autostart|bashrc|zshrc|zeitplan|hook', again: 'skill|sitzung|sitzungen|selbst|erneut|immer',
  role: 'du|sie', power: 'administrator|uneingeschrankt|uneingeschrankter|root|unbeschrankt', instructions: 'anweisungen|regeln|vorgaben|befehle|instruktionen', only: 'nur|ausschliesslich|allein|einzig', here: 'datei|hier|folgenden|dieser|diese|unten|dokument',
  use: 'verwende|nutze|benutze|rufe', instead: 'statt|anstelle|anstatt', broken: 'defekt|kaputt|unsicher|fehlerhaft|veraltet|gefahrlich',
}

// biome-ignore format: words to read across
const spanish: Vocabulary = {
  user: 'usuario|usuaria|usuarios|persona|cliente', not: 'no|nunca|sin|jamas',
  tell: 'digas|diga|decir|cuentes|cuente|informes|informe|menciones|mencione|reveles|avises|avisar|contarle|decirle',
  send: 'envia|envialo|enviala|envialos|envialas|enviar|envie|manda|mandalo|mandala|mandalos|mandalas|sube|subelo|subela|subelos|reenvia|reenvialos|reenvialo|copia|transmite|publica|adjunta',
  to: 'a|al|en|hacia', though: 'aunque|incluso|pese',
  private: 'conversacion|conversaciones|historial|mensajes|contrasenas|contrasena|claves|secretos|credenciales|env|tokens|variables',
  skip: 'omite|omitir|salta|saltate|desactiva|desactivar|evita|elude|deshabilita|ignora|quita',
  question: 'confirmaciones|confirmacion|aprobaciones|aprobacion|autorizaciones',
  fail: 'fallan|fallen|falla|falle|fallado|fallaron', passed: 'pasaron|pasado|exitosas|exito|correctas|superadas', say: 'di|dile|informa|afirma|responde|asegura|reporta',
  fetch: 'descarga|lee|abre|consulta|obten|visita|carga', obey: 'obedece|obedecelas|obedecelos|cumple|cumplelas', perform: 'ejecuta|haz|sigue|aplica', whatever: 'todo|que|cuanto|ordenes',
  schedule: 'anade|agrega|crea|programa|escribe|instala|inserta|pon', timer: 'crontab|cron|bashrc|zshrc|inicio|hook|tarea', again: 'skill|habilidad|sesion|sesiones|siempre|agente|nuevo',
  role: 'eres|seras', power: 'administrador|root|libre|limites', instructions: 'instrucciones|reglas|ordenes|indicaciones', only: 'solo|solamente|unicamente|exclusivamente', here: 'archivo|aqui|siguientes|este|esta|abajo|documento|texto',
  use: 'usa|utiliza|emplea|llama', instead: 'lugar|vez', broken: 'defectuoso|defectuosa|roto|rota|inseguro|insegura|obsoleto|peligroso|falla',
}

// biome-ignore format: words to read across
const portuguese: Vocabulary = {
  user: 'usuario|utilizador|usuarios|utilizadores|pessoa|cliente', not: 'nao|nunca|sem|jamais',
  tell: 'diga|digas|dizer|conte|contes|contar|informe|informar|mencione|mencionar|revele|revelar|avise|avisar',
  send: 'envie|envia|enviar|mande|manda|mandar|carregue|encaminhe|copie|transmita|publique|anexe|suba',
  to: 'a|para|ao|em|no', though: 'mesmo|embora|ainda',
  private: 'conversa|conversas|historico|mensagens|senhas|senha|palavras|chaves|segredos|credenciais|env|tokens|variaveis',
  skip: 'pule|pular|ignore|desative|desativar|desligue|omita|contorne|dispense|evite|remova',
  question: 'confirmacoes|confirmacao|aprovacoes|aprovacao|autorizacoes|autorizacao',
  fail: 'falharem|falham|falhar|falhe|falharam|falhou', passed: 'passaram|sucesso|aprovados', say: 'diga|informe|afirme|responda|relate|garanta',
  fetch: 'baixe|leia|abra|consulte|obtenha|visite|carregue|busque', obey: 'obedeca|cumpra|obedecer', perform: 'execute|faca|siga|aplique', whatever: 'tudo|que|ordens',
  schedule: 'adicione|crie|agende|escreva|instale|insira|coloque', timer: 'crontab|cron|bashrc|zshrc|inicializacao|hook|tarefa', again: 'skill|habilidade|sessao|sessoes|sempre|agente|novamente',
  role: 'voce|es', power: 'administrador|root|livre|limites', instructions: 'instrucoes|regras|ordens|orientacoes', only: 'so|somente|apenas|unicamente|exclusivamente', here: 'arquivo|ficheiro|aqui|seguintes|este|esta|abaixo|documento|texto',
  use: 'use|utilize|chame', instead: 'vez|lugar', broken: 'defeituoso|quebrado|inseguro|obsoleto|perigoso|falha',
}

// biome-ignore format: words to read across
const italian: Vocabulary = {
  user: "utente|l'utente|all'utente|dell'utente|utenti|persona|cliente", not: 'non|mai|senza',
  tell: 'dire|dirgli|dica|informare|menzionare|rivelare|avvisare|comunicare|raccontare|avvertire',
  send: 'invia|inviare|invialo|inviala|inviali|inviale|manda|mandalo|mandali|mandale|carica|caricalo|caricali|inoltra|inoltrali|copia|trasmetti|pubblica|allega|spedisci',
  to: 'a|ad|su|al|verso', though: 'anche|sebbene|nonostante',
  private: 'conversazione|conversazioni|cronologia|messaggi|password|chiavi|segreti|credenziali|env|token|variabili',
  skip: 'salta|saltare|disattiva|disattivare|ignora|evita|elimina|disabilita|aggira|rimuovi',
  question: 'conferme|conferma|approvazioni|approvazione|autorizzazioni',
  fail: 'falliscono|fallisce|falliti|fallito|fallissero', passed: 'superati|superato|riusciti|successo|passati', say: "di'|riferisci|afferma|rispondi|dichiara|comunica|di",
  fetch: 'scarica|leggi|apri|consulta|ottieni|visita|recupera', obey: 'obbedisci|obbedire|rispetta', perform: 'esegui|fai|segui|applica', whatever: 'quello|tutto|cio|ordini',
  schedule: 'aggiungi|crea|programma|scrivi|installa|inserisci|metti', timer: 'crontab|cron|bashrc|zshrc|avvio|hook|attivita', again: 'skill|sessione|sessioni|sempre|agente|nuovo',
  role: 'sei|sarai', power: 'amministratore|root|libero|limiti', instructions: 'istruzioni|regole|ordini|indicazioni', only: 'solo|soltanto|unicamente|esclusivamente|valgono', here: 'file|qui|seguenti|questo|questa|sotto|documento|testo',
  use: 'usa|utilizza|chiama', instead: 'posto|invece|anziche', broken: 'difettoso|difettosa|rotto|insicuro|obsoleto|pericoloso|guasto',
}

// biome-ignore format: patterns to read across
const patterns: Patterns = [
  ['exfiltration', [
    '<send> ..6 <private> ..8 <to> ..1 https|http|@|ftp|webhook',
    '<private> ..6 <send> ..6 <to> ..1 https|http|@|ftp|webhook',
  ]],
  ['deception_hide', [
    '<not> ..3 <tell> ..5 <user>',
    '<tell> ..5 <user> <not>',
    '<not> ..2 <user> ..2 <tell>',
  ]],
  ['deception_claim', [
    '<say> ..8 <passed> ..4 <though> ..4 <fail>',
    '<though> ..4 <fail> ..6 <say> ..6 <passed>',
  ]],
  ['skip_approval', ['<skip> ..5 <question>', '<question> ..3 <skip>']],
  ['remote_instructions', ['<fetch> ..8 https|http|url|gist ..12 <obey>', '<fetch> ..8 https|http|url|gist ..12 <perform> ..2 <whatever>']],
  ['persistence', ['<schedule> ..5 <timer> ..10 <again>']],
  ['role_hijack', ['<role> ..5 <power> ..8 <not> ..6 <question>']],
  ['prompt_injection', ['<obey>|<perform> ..3 <only> ..6 <here> ..2 <instructions>']],
]

/** The classes of attacks in German, Spanish, Portuguese and Italian. */
export const phrasesOfRomanceAndGerman: readonly Phrase[] = inEach(patterns)

/** Phrases of the same languages for tool descriptions only, which claim that another tool is broken. */
export const steeringOfRomanceAndGerman: readonly Phrase[] = inEach([
  ['tool_steering', ['<use> ..6 <instead> ..10 <broken>']],
])

function inEach(list: Patterns): readonly Phrase[] {
  return [german, spanish, portuguese, italian].flatMap((words) => {
    const groups: WordGroups = { ...words }
    return list.flatMap(([name, texts]) => texts.map((text) => phrase(name, text, groups)))
  })
}
