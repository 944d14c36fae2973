/** How a language announces a step. */
export interface AnnouncementLanguage {
  /** A cheap test that holds for every sentence that one of `starts` matches. Most answers need no further test. */
  readonly hint: RegExp
  /** Matches the start of sentences that announce an action of a tool. */
  readonly starts: readonly RegExp[]
  /** Matches sentences that depend on the user or on a later time. */
  readonly waits: RegExp
  /** Matches clauses that look like `waits` but are not: `check whether you have ...`. */
  readonly later: RegExp
}

const english: AnnouncementLanguage = {
  hint: /let (?:me|us)|let's|i'll|i will|i am|i'm|i need|i have|time to|ing/i,
  starts: [
    begins(
      /(?:(?:now|next|first|then|so|also|and|but|okay|ok|alright|right|good|great|perfect|excellent|sure|absolutely|certainly|of course|understood|got it|thanks|finally|for this|to do (?:this|that|so)|before that)\b[\s,.:!–—-]*){0,3}/,
      /(?:let me|let's|let us|i'll|i will|i am going to|i'm going to|i'm gonna|i need to|i have to|time to|i am about to|i'm about to)\s+/,
      /(?:(?:now|next|first|also|then|just|quickly|try to|go ahead and|start by|begin by|proceed to|proceed with|continue by|continue to|continue with|move on to|immediately|actually|help you)\s+){0,3}/,
      /(?:(?:re-?|double-?)?(?:check|run|read|look|inspect|examin|search|find|open|test|fix|updat|creat|writ|edit|implement|remov|delet|install|build|compil|deploy|execut|launch|verif|investigat|explor|analy[sz]|review|fetch|download|query|grep|appl[yi]|refactor|renam|configur|modif|chang|replac|debug|retr[yi]|locat|scan|gather|load|delegat|generat|restart|validat|compar|proceed|continu|clone|commit|push|merge|rebase|extract|navigat|monitor|reproduc|patch|migrat|integrat|correct|sav|reset)\w{0,5}\b|(?:add|adding)\b(?! that)|(?:start|starting)\b(?! (?:with|off|from|over))|(?:get|pull|trace|move|dig|list|copy|set up|stop|kill|convert|clean up|work on|go through|figure out)\b(?! (?:back|straight|to the point|together))|(?:take|have) an? (?:\w+ )?look\b|(?:make|making) (?:the|these|those|this|that)\b|do (?:that|this|it)\b|see (?:what|if|whether|how|where|which)\b|us(?:e|ing) (?:the|a|an) \w+ (?:tool|command|script)\b|try (?:again|running|the|an?|another)\b|call (?:the|another)\b|send (?:the|an?|it|them)\b)/,
    ),
    /^(?:(?:okay|ok|now|great|good|perfect|alright|done|fixed)[\s,.:!–—-]+){0,2}(?:re-?)?(?:running|checking|reading|looking|inspecting|searching|opening|testing|fixing|updating|creating|writing|editing|implementing|adding|removing|installing|building|compiling|deploying|executing|launching|verifying|investigating|analy[sz]ing|reviewing|fetching|downloading|querying|applying|starting|restarting|working on)\b(?:(?! (?:is|are|was|were|works?|passes|fails|should|would|will|can|means|requires|helps|and then)\b).){0,120}(?:\bnow[.!…]?|\.\.\.|…)$/i,
  ],
  waits:
    /\b(?:if|once|when|whenever|unless|until|while you|after you|as soon as|in case|should you|would|could you|can you|please|know|tell me|your (?:answer|reply|input|decision|confirmation|approval)|wait|tomorrow|tonight|later|next (?:time|week|month|session)|in (?:the|a) (?:future|follow-up)|from now on|going forward|moving forward|every|always|never|anytime|whatever you|remember|either way)\b/i,
  later:
    /\b(?:check|see|verify|confirm|test|find out|determine|figure out)(?:ing)?(?: to see| first| again)? (?:if|when|what would)\b(?! (?:you (?:want|like|wish|prefer|agree|confirm|approve|need)|needed|necessary|desired)\b)/gi,
}

const chinese: AnnouncementLanguage = {
  hint: /[\u4e00-\u9fff]/,
  starts: [
    /^(?:(?:好的?|没问题|明白了?|收到|现在|現在|接下来|接下來|首先|然后|然後|下面|那么|那麼|嗯|对|完美|太好了|先)[，,、。！!：:\s]*){0,3}(?:让我们?|讓我們?|我(?:们|們)?(?:现在|現在|马上|馬上|这就|這就|立即|立刻|首先|接下来|接下來|先|再|来|來|将|將|会|會|要|去|需要|就|继续|繼續|开始|開始|尝试|嘗試|准备|準備|打算|可以先|给你|帮你|帮您|为你|为您|幫你){1,4})(?:现在|現在|先|来|來|再|去|继续|繼續|开始|開始|尝试|嘗試|帮你|帮您|为你|为您|给你|幫你|通过|使用|用|直接|快速|仔细|重新|进一步|進一步|逐步|一步步|对|對|把|将|將|在|从|從|到){0,4}[^，,。！？?]{0,16}?(?:运行|運行|执行|執行|检查|檢查|查看|看看|看一下|查一下|查查|查询|查詢|查找|搜索|搜尋|读取|讀取|阅读|打开|打開|测试|測試|修复|修復|修改|更新|创建|創建|建立|编写|編寫|写入|寫入|启动|啟動|重启|安装|安裝|构建|構建|编译|編譯|部署|分析|验证|驗證|确认一下|调试|調試|添加|删除|刪除|下载|下載|获取|獲取|处理|處理|实现|實現|重构|排查|列出|加载|載入|对比|扫描|调用|生成|提交|替换|替換|定位|继续|試試|试试|试一下)/,
  ],
  waits:
    /[?？吗嗎]|如果|若|假如|要是|(?:你|您)(?:确认|同意|提供|告诉|回复|选择|決定|决定|需要|想|觉得|可以|有)|请(?!稍)|請(?!稍)|之后再|以后|以後|今后|下次|明天|稍后|每次|需要我|等你|等您|记住|記住|等待/,
  later: /(?:帮|幫|为|為|给|給)(?:你|您)/g,
}

const german: AnnouncementLanguage = {
  hint: /ich|lass/i,
  starts: [
    /^(?:(?:gut|okay|ok|alles klar|perfekt|super|verstanden|jetzt|nun|dann|zuerst|zunächst|als nächstes|als erstes|also|natürlich|gerne)[\s,.:!–-]+){0,3}(?:(?:ich werde|werde ich|lass mich|lassen sie mich|lass uns|ich will|ich muss) (?:[^.?!]{0,160} )?(?:aus|ein|an|nach|durch|um|auf|über|ab|hinzu|weiter)?(?:zu)?(?:führen|prüfen|schauen|sehen|suchen|lesen|öffnen|testen|beheben|aktualisieren|erstellen|schreiben|bearbeiten|implementieren|fügen|entfernen|löschen|installieren|bauen|kompilieren|starten|untersuchen|analysieren|laden|ändern|ersetzen|verifizieren|machen|finden|setzen|anlegen|rufen|vergleichen|korrigieren|reparieren)(?: und [^.?!]{0,100})?[.!:…]*$|(?:führe|prüfe|überprüfe|schaue|sehe|suche|lese|öffne|teste|behebe|aktualisiere|erstelle|schreibe|bearbeite|implementiere|füge|entferne|lösche|installiere|baue|starte|untersuche|analysiere|lade|ändere|ersetze) ich\b|ich (?:führe|prüfe|überprüfe|schaue|sehe|suche|lese|öffne|teste|behebe|aktualisiere|erstelle|schreibe|implementiere|füge|entferne|lösche|installiere|baue|starte|untersuche|analysiere|lade|ändere|ersetze) (?:mir )?(?:[^.?!]{0,60} )?(?:jetzt|nun|zuerst|zunächst|gleich|sofort)\b)/i,
  ],
  waits:
    /\b(?:wenn|falls|sobald|sofern|nachdem (?:du|sie)|möchte(?:n|st)?|bitte|morgen|später|künftig|in zukunft|nächstes mal|immer|könnte|würde|gerne, (?:wenn|falls)|erst(?: dann)? wenn|warten?|bescheid)\b/i,
  later: /\bals nächstes mal\b/gi,
}

const spanish: AnnouncementLanguage = {
  hint: /[éí]|voy a|vamos a|dejame|proced|necesito|tengo|paso a/i,
  starts: [
    /^(?:(?:bien|vale|perfecto|de acuerdo|claro|entendido|ok|ahora|luego|entonces|primero|a continuación|excelente|genial|por supuesto)[\s,.:!–-]+(?:mismo[\s,]+)?){0,3}(?:(?:lo primero que haré es |voy a|vamos a|déjame|dejame|permíteme|déjeme|permítame|procedo a|procederé a|necesito|tengo que|empezaré por|comenzaré por|paso a)\s+(?:(?:ahora|primero|también|rápidamente|intentar|empezar a|comenzar a|proceder a)\s+){0,2}(?:re)?(?:ejecutar|correr|comprobar|verificar|revisar|mirar|ver|leer|buscar|abrir|probar|arreglar|corregir|actualizar|crear|escribir|editar|implementar|añadir|agregar|eliminar|borrar|instalar|compilar|construir|desplegar|iniciar|examinar|inspeccionar|investigar|explorar|analizar|descargar|consultar|aplicar|modificar|cambiar|reemplazar|depurar|listar|generar|obtener|cargar|echar un vistazo|hacer (?:eso|esto|los?|las?|una?)|continuar|localizar|encontrar)(?:lo|la|los|las)?\b|(?:ejecutaré|comprobaré|verificaré|revisaré|leeré|buscaré|abriré|probaré|corregiré|actualizaré|crearé|escribiré|implementaré|añadiré|agregaré|eliminaré|instalaré|analizaré|investigaré|examinaré)(?!\p{L}))/iu,
  ],
  waits:
    /(?<!\p{L})(?:si|cuando|una vez que|en cuanto|después de que|tan pronto|por favor|mañana|más tarde|en el futuro|la próxima|siempre|nunca|avísame|dime|espera(?:r|ré|ndo)?|quieras?|desees?|prefieras?|confirmes?)(?!\p{L})/iu,
  later:
    /(?<!\p{L})(?:comprobar|verificar|ver|revisar|mirar|comprobaré|verificaré|averiguar|buscar)\s+(?:si|cuando)(?!\p{L})/giu,
}

const french: AnnouncementLanguage = {
  hint: /je |on va|allons|laisse|permet|il me faut/i,
  starts: [
    /^(?:(?:bien|bon|d'accord|parfait|très bien|compris|ok|maintenant|ensuite|puis|alors|d'abord|tout d'abord|bien sûr|excellent|entendu)[\s,.:!–-]+){0,3}(?:(?:je vais|nous allons|on va|allons|laisse-moi|laissez-moi|permettez-moi de|permets-moi de|je m'apprête à|je dois|il me faut|je commence par|je procède à)\s+(?:(?:maintenant|d'abord|ensuite|aussi|également|rapidement|essayer de|tenter de|commencer par|tout de suite|procéder à)\s+){0,2}(?:(?:y|le|la|les|l'|en)\s*)?(?:r[eé]-?)?(?:exécuter|lancer|vérifier|contrôler|regarder|examiner|lire|chercher|rechercher|ouvrir|tester|essayer|corriger|réparer|mettre à jour|créer|écrire|modifier|éditer|implémenter|ajouter|supprimer|retirer|installer|compiler|construire|déployer|démarrer|redémarrer|inspecter|explorer|analyser|télécharger|consulter|appliquer|changer|remplacer|déboguer|lister|générer|récupérer|charger|jeter un (?:œil|coup d'œil)|faire|continuer|localiser|trouver|relire|relancer|l'exécution)(?!\p{L})|je (?:lance|vérifie|exécute|lis|cherche|corrige|modifie|crée|installe|teste|regarde|analyse) (?:[^.?!]{0,60} )?(?:maintenant|tout de suite|immédiatement|d'abord)(?!\p{L}))/iu,
  ],
  waits:
    /(?<!\p{L})(?:si|s'il|quand|dès que|une fois que|lorsque|après que|demain|plus tard|à l'avenir|la prochaine fois|toujours|jamais|dites-moi|dis-moi|attendre|attends|souhaitez|souhaites|voulez|veux-tu|confirmez|svp|s'il (?:vous|te) plaît)(?!\p{L})/iu,
  later: /(?<!\p{L})(?:vérifier|voir|regarder|contrôler|tester|examiner|chercher)\s+(?:si|s'il|quand)(?!\p{L})/giu,
}

export const announcementLanguages: readonly AnnouncementLanguage[] = [english, chinese, german, spanish, french]

function begins(...parts: readonly RegExp[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.source).join('')}`, 'i')
}
