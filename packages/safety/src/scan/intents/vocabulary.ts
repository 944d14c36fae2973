import type { vocabularyOfAims } from './vocabulary-of-aims.js'

/**
 * The vocabulary of orders to an agent, in English, German, Spanish, Portuguese, Italian and French. Words are written
 * as `toWords` returns them: lower case, without accents. `*` stands for any ending.
 */
// biome-ignore format: words to read across
export const vocabulary = {
  // Actions.
  send:
    'send upload* post forward mail email transmit relay deliver dispatch submit ship push sync mirror bcc cc share report beacon ping ' +
    'transfer route funnel pipe leak copy pass hand publish schick* sende senden uebermitt* ubermitt* ubertrag* weiterleit* leite ' +
    'weitergib weitergeb* hochlad* lade maile poste kopiere teile envia envie enviar envialo enviala envialos envialas enviales ' +
    'enviarlo enviarla manda mande mandar mandalo mandala reenvi* sube suba subelo subela subir transmit* comparte compartir remite ' +
    'remitir publica copia encaminh* partilh* compartilh* carregue transmita remeta copie invia invii inviare invialo inviala inviali ' +
    'inviale spedisci spedire inoltra* mandare carica caricare caricalo caricali trasmett* condividi condividere copiare envoie envoyez ' +
    'envoyer transmets transmettez transmettre televers* partage partagez partager expedie* transfere* publie copiez melde melden ' +
    'meldet mandalas mandales ubermittelt pon ponlo ponla inoltrali inoltralo encaminha',
  reveal:
    'include append attach embed insert paste put add write encode print echo output show dump reveal disclose quote fill smuggle tuck ' +
    'slip weave place fuge hange einfug* anhang* einbau* schreib* gib packe nimm setze incluye incluir adjunta* anade anadir agrega* ' +
    'inserta* inclua anex* adicione insira coloque includi allega* inserisci aggiungi scrivi metti ajoute* insere* inclus joins joignez ' +
    'ecris supply provide give forneca fournis fornisci',
  fetch:
    'fetch download load retrieve pull visit check poll query get open read curl wget consult request look ask grab lade hole hol rufe ' +
    'abruf* ruf offne lies besuche frage descarga* lee abre visita consulta obten leer baixe baixa leia abra acesse consulte obtenha ' +
    'scarica* leggi apri recupera recupere* telecharg* lis lisez ouvre ouvrez consulte* va',
  obey:
    'obey follow execute apply perform act comply adopt carry honor honour implement treat run heed do befolg* gehorch* fuhre ausfuhr* ' +
    'folge umsetz* setze tue mache halte obedece* sigue sigu* ejecut* cumpl* aplica* haz obedeca siga cumpra aplique faca segui seguire ' +
    'seguile esegui* obbedisci applica* fai suis suivez execute* applique* obei* fais acted arbeite bearbeite erledige erledig* ' +
    'complete',
  tell:
    'tell mention inform notify alert disclose reveal discuss acknowledge surface admit bring telling mentioning informing notifying ' +
    'alerting told informed notified sag sage sagen erwahn* informier* mitteil* verrat* erzahl* digas diga decir decirle cuentes ' +
    'contar* menciones mencion* informes inform* avises avisar* reveles comentes dizer conte contar mencione informe avise revele ' +
    'comente dire dirlo dica menzion* informare informar* avvis* rivel* comunic* dis dites mentionn* revel* signal* preven* mentioned ' +
    'verschweig* gesagt',
  follow:
    'obey follow execute comply adopt honor honour heed befolg* gehorch* folge ausfuhr* fuhre obedece* sigue sigu* ejecut* cumpl* ' +
    'obedeca siga cumpra segui seguire seguile esegui* obbedisci suis suivez execute* obei*',
  change:
    'edit change modify relax update rewrite loosen widen alter extend set add adjust put append write raise lower expand replace patch ' +
    'ander* andere lockere erweiter* setz* setze fuge trage cambia* modifica* edita* anade agrega* amplia* relaja* pon mude altere ' +
    'modifique edite adicione amplie afrouxe coloque modific* allenta* aggiung* allarga* imposta* metti modifie* change* ajoute* ' +
    'elargi* mets swap switch tweak turn',
  off:
    'disable deactivate bypass skip suppress omit waive circumvent weaken remove silence mute kill ignore avoid dismiss sidestep forgo ' +
    'disarm neutralise neutralize uberspring* deaktivier* umgeh* unterdruck* abschalt* ausschalt* schalte entfern* verzicht* omit* ' +
    'salta* desactiv* elud* deshabilit* quita* suprim* evita* ignora* desativ* desabilit* pule contorn* remov* dispens* disattiv* ' +
    'disabilit* aggir* rimuov* sopprim* elimin* desactive* contourn* supprime* saute* ignore* evite* apaga apague spegni eteins eteignez',
  store:
    'write save store add append put place record insert copy remember note keep install create register schedule configure drop plant ' +
    'persist embed set make schreib* speicher* trage fuge lege merke notier* kopier* installier* erstell* richte plane guarda* escrib* ' +
    'anade agrega* copia* instala* crea* programa* recuerda* registra* salve grave escreva adicione copie instale crie agende lembre ' +
    'guarde salva* scrivi aggiungi installa* pianific* ricorda* programma* enregistre* ecris ajoute* copie* installe* cree* planifie* ' +
    'souviens coloca coloque colocar drop grava',
  claim:
    'claim pretend say state answer reply respond assure insist confirm declare tell present describe portray announce behaupt* sag ' +
    'sage melde berichte antworte versichere bestatige tu stelle afirma* finge* di diga dile responde* asegura* informa* reporta* finja ' +
    'afirme responda assegure fingi* afferma* rispond* rassicur* dichiara* pretend* affirme* reponds assure* declare* dis',
  use:
    'use call invoke prefer choose select pick run try pass verwend* nutz* benutz* rufe ruf bevorzug* usa utiliza* llama* prefier* ' +
    'invoca* utilize chame prefira invoque usare utilizza* chiama* preferisci utilise* appelle* prefere* aufgeruf* aufzurufen',

  // Objects.
  talk:
    'conversation* transcript* chat chats history dialog* prompt prompts verlauf gesprach* unterhaltung* nachrichtenverlauf chatverlauf ' +
    'conversacion* historial charla* conversa conversas historico conversazion* cronologia historique exchange exchanges thread ' +
    'echanges',
  secret:
    'password* passphrase* passwd secret* credential* token tokens cookie cookies apikey* keychain env id_rsa netrc wallet* seed ' +
    'mnemonic pin ssn iban otp passwort* kennwort* kennworter passworter zugangsdaten geheimnis* schlussel* zugangsschlussel ' +
    'umgebungsvariablen contrasen* clave claves secreto* credencial* senha senhas segredo* chave chaves credenciais chiavi chiave ' +
    'segreti credenziali segreto mots motdepasse cles secrets identifiants jetons jeton logins vault vaults',
  keys: 'key keys ssh',
  personal:
    'address addresses phone contacts contact calendar inbox invoice* contract* payroll salary medical customer customers personal ' +
    'private confidential internal screenshot* clipboard keystroke* photo* location diary journal kontakt* kalender rechnung* vertrag* ' +
    'kundendaten personlich* vertraulich* privat* contactos facturas contrato* agenda personales privad* clientes contatos faturas ' +
    'pessoais contatti fatture contratti clienti personali factures contrats clients confidentiel* prive* prives',
  papers:
    'file files document* data notes note message* mail mails email emails question* answer* source repo repository code diff* memory ' +
    'memories log logs workspace results output summary content contents text input request requests datei* dateien dokument* daten ' +
    'notiz* nachricht* frage* fragen antwort* quellcode archivo* documento* datos notas mensaje* pregunta* respuesta* correo* codigo ' +
    'arquivo* dados mensagem mensagens pergunta* dati messaggi* domand* rispost* documenti fichier* donnees messages courriels reponses',
  instructions:
    'instruction* order orders command* rule rules directive* guideline* guidance task tasks steps policy policies prompt payload ' +
    'playbook directions anweisung* befehl* regel* vorgabe* auftrag* schritte aufgaben instruccion* orden ordenes regla* pasos tareas ' +
    'mandatos instruc* ordens regra* passos tarefas istruzion* ordini regol* comandi passi consigne* ordres regles etapes directives indicacion* indicazion* indications anleitung',
  guard:
    'sandbox* approval* confirmation* permission* redaction antivirus guard guards guardrail* safeguard* scanner* safety consent ' +
    'allowlist* whitelist* denylist* blocklist* restriction* privilege* gate verification moderation bestatigung* freigabe* ' +
    'genehmigung* ruckfrage* erlaubnis* schutz* sicherheitsabfrage* berechtigung* sperrliste* aprobacion* confirmacion* permiso* ' +
    'restriccion* verificacion* salvaguarda* aprovac* confirmac* permiss* restric* verificac* approvazion* conferm* autorizzazion* ' +
    'permess* restrizion* verific* approbation* autorisation* garde limit limits grenzen limites limiti redact* ocultacion antivirus',
  startup:
    'bashrc zshrc profile zprofile bash_profile crontab cron cronjob cronjobs autostart launchagent* launchd systemd systemctl startup ' +
    'boot hook hooks envrc rc agents claude soul cursorrules memory memories skill skills heartbeat schedule scheduler timer ' +
    'usercustomize sitecustomize authorized_keys autostart* gedachtnis zeitplan memoria habilidad* arranque inicio inicializac* ' +
    'habilidade* avvio memoire demarrage competence*',
  memory: 'memory memories soul skill skills gedachtnis* memoria habilidad* habilidade* memoire competence*',
  task:
    'tool tools function functions server plugin plugins command commands search editor terminal werkzeug* funktion* herramienta* ' +
    'funcion* ferramenta* strument* funzion* outil outils fonction*',
  acts:
    'action* command* request* change* deletion* delete deleting payment* purchase* transfer* operation* call calls install* push* ' +
    'deploy* execution* removal* aktion* befehl* losch* zahlung* anderung* anfrage* aufruf* accion* borra* pago* ' +
    'comando* cambio* solicitud* orden ordenes acao acoes apag* pagament* pedido* azion* cancell* richiest* paiement* suppression* ' +
    'commande* demande* comandi comandos compras buy buying shell loschvorgang*',
  ask:
    'ask asks asking asked confirm confirming prompt prompting check permission approval confirmation fragen frage nachfrag* ruckfrage* ' +
    'bestatig* preguntar preguntes pregunta pedir confirm* aprobac* perguntar pergunte confirmac* aprovac* permissao chiedere chied* ' +
    'conferm* demander demand* autorisation* permiss* permiso bother disturb question questions preguntas domande perguntas nachfrage ' +
    'nachfragen',
  slot:
    'parameter* argument* field* sidenote metadata attribute property feld parametro* campo champ parametre* ' +
    'argomento',
  learn:
    'know knows knowing hear hears heard find see notice notices learn learns realize realise aware discover suspect suspects merk* bemerk* erfahr* ' +
    'erfahrt wissen weiss mitbekomm* entere enterarse sepa saber note sospech* descubra saiba perceb* sappia sapere accorg* scopra noti ' +
    'sache savoir apercoi* decouv* remarqu*',

  // People, places, times and manner.
  trigger:
    'if when whenever every each end once always wenn sobald immer jeder cuando siempre cada si quando sempre toda ogni se quand ' +
    'lorsque chaque des',
  needless: 'unnecessary needless superfluous redundant uberflussig unnotig innecesari* desnecess* superflu* inutil* inutile',
  outrank: 'outrank* overrul* supersede* trump* vorrang prevale* prime priment',
  weight: 'precedence priority weight prioridad prioridade priorita priorite',
  over: 'over than above sobre sobre que su sur',
  needed: 'needed necessary required notwendig notig noetig necesario necesaria necessario necessaria necessaire',
  leave: 'go goes going sent forwarded mailed copied uploaded delivered shipped',
  vanish:
    'vanish* disappear* delet* remov* erase* missing gone lost cleared verschwind* geloscht entfernt fehlt desapar* borr* elimin* apag* ' +
    'sparisc* sparit* cancellat* disparai* efface* supprime*',
  restore: 'restore back again recreate rewrite wiederherstell* erneut restaur* nuevo novamente ripristin* nuovo retabli* nouveau',
  startupFile:
    'bashrc zshrc profile zprofile bash_profile crontab cron cronjob cronjobs autostart launchagent* systemd envrc authorized_keys ' +
    'usercustomize',
  wakeup:
    'boot heartbeat schedule scheduler timer launchd systemctl soul memory memories gedachtnis zeitplan memoria memoire ' +
    'arranque inicializac* avvio demarrage autostart*',
  skill:
    'skill skills instruction* prompt note notes paragraph directive* yourself itself habilidad* nota habilidade* anweisung* notiz ' +
    'istruzion* consigne* anleitung indicaciones',
  bots:
    'agent agents assistant assistants model models llm llms ai bot bots claude copilot agenten assistenten ki agente agentes ' +
    'asistente* assistente* agenti modello modele ia',
  literally:
    'says say tells dictate* demand* letter verbatim exactly whatever sagt steht verlangt wortlich dice diga digan diz dizem dicono ' +
    'disent lettre letra',
  orders:
    'order orders command commands directive* mission tasks task auftrag befehl* aufgaben ordenes mandatos tareas ordens tarefas ordini ' +
    'comandi compiti ordres taches instructions anweisungen instrucciones instrucoes istruzioni consignes',
  remark: 'commit pr pull issue comment comments branch tag title changelog',
  whole:
    'whole entire full complete all far so previous gesamt* ganz* komplett* bisherig* vollstandig* entera completo completa todo toda ' +
    'inteira intera intero tutta complet* entier* integral*',
  hide:
    'conceal conceals withhold verschweig* verheimlich* verberg* oculta* ocultes ocultar esconda esconder nascond* cachez cacher ' +
    'dissimul* taire',
  account:
    'report summary answer reply recap bericht antwort zusammenfassung informe resumen respuesta relatorio resumo resposta rapporto ' +
    'riassunto risposta rapport resume reponse',
  advert:
    'recommend promote suggest advertise steer nudge point endorse praise empfehl* empfiehl recomienda* sugiere recomende sugira ' +
    'consiglia* suggerisci recommande* suggere* conseille*',
  shun:
    'avoid stay away never instead only nur statt solo solamente unicamente apenas somente soltanto evita evite seulement leave omit ' +
    'skip',
  shield: 'sandbox* approval* confirmations guardrail* redaction safeguard* freigabe* bestatigung* aprobacion* aprovac* approvazion* redact* ocultacion',
  offWord: 'off aus fuera spento',
  must:
    'must should shall let ensure sure so may soll* darf durfen muss damit debe deben deje que deve devem deixe deixar devono lasci* ' +
    'doit doivent laisse* faut',
  own:
    'own your yourself dein* eigene* ihr ihre tu tus su sus propi* seu sua suas seus teu propri* tuo tue suo sue ton ta tes votre vos ' +
    'their seine',
  user:
    'user users human humans owner operator customer client person people them him her anyone anybody someone reviewer maintainer ' +
    'author nutzer* benutzer* anwender* mensch* kunde kunden besitzer usuari* persona dueno cliente human* utilizador* usuario* dono ' +
    'pessoa utent* propriet* utilisat* proprietaire humain*',
  far:
    'url urls gist pastebin webpage website site page feed endpoint webhook channel issue ticket server servers remote response reply ' +
    'result issues comment comments wiki readme link domain dns txt hosted online api seite webseite adresse antwort kanal pagina sitio ' +
    'enlace canal respuesta servidor resposta sito risposta canale lien reponse serveur',
  always:
    'always every each whenever any all daily nightly hourly anytime automatically constantly continuously permanently regularly immer ' +
    'jede jeder jedes jedem jeden stets taglich sobald wann nachts stundlich siempre cada todos todas cuando diariamente sempre quando ' +
    'toda todo tous toutes chaque toujours quotidiennement ogni tutti tutte giornalmente giorno anything everything forever blanket ' +
    'alle allen',
  again:
    'session sessions conversation conversations restart restarts reboot later future next again startup login forever permanent* ' +
    'sitzung* neustart* erneut wieder kunftig* zukunft* sesion* reinici* futur* siempre proxim* sessao sessoes reinic* session* ' +
    'prochain* redemarr* sessione sessioni riavvi* prossim* sempre',
  covert:
    'silently quietly secretly covertly discreetly stealthily unnoticed invisibly surreptitiously stillschweigend heimlich unbemerkt ' +
    'unauffallig leise diskret verdeckt verborgen hintergrund silenciosamente discretamente secreto disimulad* ocult* escondid* ' +
    'sigilosamente calladamente discretament* silenzio silenziosamente nascost* segretamente discretement silencieusement cachette ' +
    'secretement',
  dark: 'dark unaware uninformed oblivious unwissend dunkeln oscuras escuro oscuro ignorance',
  not:
    "not never no don't dont doesn't without nothing cannot mustn't shouldn't needn't nicht nichts nie niemals ohne kein keine keinen " +
    "keinem keiner nunca jamas sin nada ningun* nao nem sem nenhum* non mai senza niente nessun* ne pas jamais sans rien aucun*",
  granted:
    'already permanently previously agreed consented approved authorized authorised granted given pre preapproved trusted trusts ' +
    'confirmed cleared waived bereits genehmigt erlaubt zugestimmt eingewilligt freigegeben vorab autorizad* aprobad* aceptad* consent* ' +
    'concedid* aprovad* autorizou permitiu concordou approvat* autorizzat* acconsentit* concesso autorise* approuve* accepte* consenti ' +
    'advance voraus antemano previamente visto preautoriz* permission blanket',
  though:
    'although though even despite regardless whether anyway obwohl auch selbst trotzdem egal aunque incluso pese embora mesmo ainda ' +
    'anche sebbene nonostante comunque meme bien malgre quoique matter whatever wherever',
  failed:
    'fail* broken error errors wrong crash* incomplete skipped untested missing fehlschlag* fehlgeschlagen scheiter* fehler fallan ' +
    'fallo fallaron falla falharem falhar falhou falhem falliscono fallito falliti echou* echec erreur* break breaks broke complain* ' +
    'red',
  passed:
    'pass passed passing succeed* success* green fine ok worked works complete* done safe harmless bestanden erfolgreich gelungen ' +
    'ordnung grun sicher exito exitos* superad* correct* bien sucesso passaram passou certo successo superat* passati reussi* succes ' +
    'vert clean',
  before:
    'before first prior ahead instead rather over zuerst bevor vorher statt anstelle anstatt vor antes primero lugar vez primeiro prima ' +
    'invece anziche avant abord plutot place',
  worse:
    'wrong false incorrect unreliable insecure outdated dangerous unsafe broken infected malicious obsolete compromised faulty buggy ' +
    'deprecated inferior retired defekt kaputt unsicher fehlerhaft veraltet gefahrlich obsolet* insegur* peligros* defectuos* perigos* ' +
    'inseguro desatualizad* pericolos* insicur* difettos* deprecat* dangereu* obsolete* casse* corrupt* leak* slow bugged harmful risky',
  other:
    'other others another built builtin native default standard existing alternative* competitor* rival* andere anderen anderer anderes ' +
    'eingebaut* konkurrenz* alternativen otro otra otros otras demas competencia outro outra outros outras concorren* altri altre altro ' +
    'altra autre autres concurrent*',
} as const

export type Concept =
  | keyof typeof vocabulary
  | keyof typeof vocabularyOfAims
  | 'place'
  | 'mailbox'
  | 'rulesFile'
  | 'toolName'
