### The step "roles".

roles-title = Dire ce que signifie chaque colonne
roles-lead = Une première proposition est faite, avec ses raisons. Corrigez ce qui est faux : la protection ne couvre que ce qui est déclaré ici.
roles-of = Rôle de { $name }
roles-confidence = confiance { $share }
roles-changed = proposé : { $role }
roles-pseudonyms = Ce qui remplace { $columns }
roles-pseudonyms-lead = Les lignes d’une même personne reçoivent le même pseudonyme. Aucune table de correspondance n’est gardée sans demande.
roles-pseudonyms-method = Type de pseudonyme
roles-pseudonyms-name = Nom de la nouvelle colonne
roles-pseudonyms-sequential = Numéros : 1, 2, 3…
roles-pseudonyms-random = Nombres aléatoires, nouveaux à chaque exécution
roles-pseudonyms-keyed-hash = Hachage à clé : identique à chaque exécution avec la même clé
roles-pseudonyms-format-preserving = De même forme, avec une clé
roles-pseudonyms-key = Fichier qui contient la clé
roles-pseudonyms-key-help = un chemin dans le dossier partagé
roles-pseudonyms-shuffle = Mélanger les lignes, pour que leur ordre n’apprenne rien
roles-none = Choisissez au moins un quasi-identifiant : sans lui, il n’y a rien contre quoi protéger.
roles-help = Ce que signifient les rôles
roles-reset = Revenir aux propositions
