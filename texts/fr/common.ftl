### The frame of the page, and parts that several steps share.

app-skip = Aller au contenu
app-local = Tout reste sur cet ordinateur : la page ne parle qu’au programme que vous avez lancé.
app-loading = Chargement…
app-nothing = Aucune table n’est encore ouverte
app-language = Langue
app-theme = Couleurs
app-theme-system = Comme le système
app-theme-light = Clair
app-theme-dark = Sombre
app-steps = Étapes
app-rows = { $n ->
    [one] { $n } ligne
   *[other] { $n } lignes
}
app-unsaved = Les réglages n’ont pas pu être enregistrés tels quels
app-gone = Le programme ne répond pas. « bauta serve » tourne-t-il encore ? Relancez-le et ouvrez l’adresse qu’il affiche.
app-unauthorised = Cette page n’est pas autorisée. Ouvrez l’adresse affichée par « bauta serve » ; elle contient la clé.
app-refused = Ce n’est pas possible en l’état
app-place = Où
app-what = Ce qui ne va pas
app-sheet = feuille { $name }
app-row = ligne { $row }
app-column = colonne { $name }
app-other = autres
app-next = Suite : { $step }
app-error = { $status } : le programme n’a pas donné de raison
step-open = Ouvrir
step-roles = Rôles
step-hierarchies = Hiérarchies
step-risk = Risque
step-protect = Protéger
step-compare = Comparer
step-publish = Publier
step-attack = Attaques
grid-label = Table, { $rows } lignes et { $columns } colonnes
grid-row = Ligne
grid-missing = manquant
state-queued = en attente
state-running = en cours
state-done = terminé
state-unreachable = hors d’atteinte
state-failed = échec
state-cancelled = annulé
job-cancel = Annuler
job-forget = Retirer
job-forget-of = Retirer { $name }
job-progress = { $name } : { $state }
stage-read = lecture
stage-count = comptage
stage-search = recherche
stage-apply = application
stage-verify = vérification
stage-write = écriture
chart-table = Chiffres sous forme de table
state-dropped = abandonné
job-dropped = Cette version a été abandonnée pour faire place en mémoire aux suivantes. Produisez-la à nouveau si vous en avez besoin.
sheet-faults = Ce qui ne va pas, et où
sheet-help = Choisissez un point de la liste pour voir sa cellule. Corrigez le fichier dans votre tableur, enregistrez-le, puis rouvrez-le.
sheet-cells = Cellules du fichier
sheet-file = Le fichier tel quel
sheet-named = La feuille { $name } telle quelle
sheet-empty = cellule vide
sheet-count = { $n ->
    [one] Une chose fait obstacle. Elle est marquée dans la feuille.
   *[other] { $n } choses font obstacle. Elles sont marquées dans la feuille.
}
