### The way to protect "steps".
steps-lead = Les instituts de statistique procèdent ainsi : regarder le risque, rendre une colonne moins précise ou en retirer une partie, regarder à nouveau, jusqu’à ce que tout ce qui doit être garanti le soit. Essayez d’abord un pas ; gardez-le s’il aide.
steps-job = Pas à pas
steps-refused = Ce pas n’est pas possible en l’état
steps-taken = Les pas et leur effet
steps-reached = tout est garanti
steps-open = { $n ->
    [one] { $n } ligne n’est pas encore sûre
   *[other] { $n } lignes ne sont pas encore sûres
}
steps-target = Demandé : des groupes d’au moins { $k } personnes.
steps-dangerous = La colonne qui pèse le plus à présent est { $name } : sans elle, le risque moyen baisserait de { $share }.
steps-step = Pas
steps-before = Telle quelle
steps-alone = personnes seules
steps-left = lignes pas encore sûres
steps-tried = à l’essai
steps-keep = Garder ce pas
steps-discard = Ne pas le garder
steps-undo = Revenir d’un pas
steps-release = Produire la version
steps-not-yet = La version ne peut être produite que si tout est garanti ; une technique peut faire le reste (voir « Une technique »).
steps-next = Le pas suivant
steps-try = Essayer ce pas
steps-plot = Risque et perte après chaque pas
steps-first = { $n ->
    [one] { $n } pas est fait avant la technique :
   *[other] { $n } pas sont faits avant la technique :
}
