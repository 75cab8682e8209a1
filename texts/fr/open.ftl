### The step "open".

open-title = Ouvrir une table de personnes
open-lead = Une ligne par personne, les noms des colonnes dans la première ligne. Le fichier est lu sur cet ordinateur et n’est jamais modifié.
open-drop = Déposez une feuille de calcul ici
open-kinds = .ods, .xlsx, .csv ou .parquet, jusqu’à { $size }
open-choose = Choisir un fichier…
open-reading = Lecture de { $name }…
open-failed = { $name } ne peut pas être ouvert
open-examples = Ou essayez un exemple
open-folder = Ou ouvrez un fichier du dossier partagé
open-up = Dossier parent
open-others = Tables ouvertes
open-remove = Fermer { $name }
open-preview = Ce que contient { $name }
open-size = { $rows } lignes, { $columns } colonnes
open-distinct = { $n ->
    [one] { $n } valeur
   *[other] { $n } valeurs
}
open-missing = { $n ->
    [one] { $n } manquante
   *[other] { $n } manquantes
}
open-complete = aucune manquante
open-histogram = Répartition des valeurs de { $name }
open-contradicting = { $n ->
    [one] { $n } cellule ne va pas avec les autres
   *[other] { $n } cellules ne vont pas avec les autres
}
